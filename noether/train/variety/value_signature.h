// Whether expressions of a training batch are equal, as far as values at some points tell. Values
// of more than ordinary size do not count.
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

// The same 64 bits for values that agree to five digits or are undefined together; nothing for an
// expression that is seldom defined, about which they would say little.
std::optional<std::uint64_t> signature(const RealValues::Values& values);
// Of the sizes of imaginary parts: equal expressions may lie on either side of a branch cut.
std::optional<std::uint64_t> signature(const ComplexValues::Values& values);

bool is_constant(const RealValues::Values& values);

// They share at least half of the points at which either has a value, and have the same values
// there.
bool agree(const RealValues::Values& a, const RealValues::Values& b);

// Both have values at several points, and other ones.
bool clearly_differ(const RealValues::Values& a, const RealValues::Values& b);

// Real values bent so that one bound tells for all sizes which differ: those that are further apart
// than kSameBent. Not a number where there is no value.
using BentValues = std::array<float, embedding::kValuePoints>;
inline constexpr double kSameBent = 2e-4;
BentValues bent(const RealValues::Values& values);

}  // namespace noether::train
