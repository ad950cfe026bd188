// Judges by values at some points whether expressions of a training batch are equal. It ignores
// values of extraordinary size.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "noether/embedding/values/token_values.h"

namespace noether::train {

using embedding::ComplexValues;
using embedding::RealValues;
using embedding::TokenGrammar;
using embedding::Tokens;
using embedding::TokenSpan;

// Returns the same 64 bits for values that agree to five digits or are undefined at the same
// points. Returns nothing for an expression with few values, because they would not distinguish it.
std::optional<std::uint64_t> signature(const RealValues::Values& values);
// Uses the absolute values of imaginary parts, because equal expressions may lie on either side of
// a branch cut.
std::optional<std::uint64_t> signature(const ComplexValues::Values& values);

bool is_constant(const RealValues::Values& values);

// Whether they share at least half of the points of the one with more values, and have the same
// values at all shared points.
bool agree(const RealValues::Values& a, const RealValues::Values& b);

// Whether they have different values at two points or more.
bool clearly_differ(const RealValues::Values& a, const RealValues::Values& b);

// Real values, compressed so that one bound serves for all sizes: values further apart than
// kSameBent differ. NaN means that the expression has no value at the point.
using BentValues = std::array<float, embedding::kValuePoints>;
inline constexpr double kSameBent = 2e-4;
BentValues bent(const RealValues::Values& values);

}  // namespace noether::train
