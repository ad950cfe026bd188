// Whether expressions of a training batch are equal, as far as real values at some points tell.
// Values of more than ordinary size do not count.
#pragma once

#include <cstdint>
#include <optional>

#include "noether/neural/values/token_values.h"

namespace noether::train {

using neural::RealValues;
using neural::TokenGrammar;
using neural::Tokens;
using neural::TokenSpan;

// The same 64 bits for values that agree to five digits or are undefined together; nothing for an
// expression that is seldom defined or constant, about which they would say little.
std::optional<std::uint64_t> signature(const RealValues::Values& values);

// They share half of the points at which `reference` has a value, and have the same values there.
bool agree(const RealValues::Values& values, const RealValues::Values& reference);

// Both have values at several points, and other ones.
bool clearly_differ(const RealValues::Values& a, const RealValues::Values& b);

}  // namespace noether::train
