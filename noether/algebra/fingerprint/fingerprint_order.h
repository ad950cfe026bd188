// An order of the variables that depends only on the function, not on their names or on how the
// expression is written.
//
// With up to four variables, every order is tried, and the one with the smallest samples is chosen.
// With more, variables are distinguished by the effect of moving one of them; the order of the
// remaining ties is found by search.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "noether/algebra/fingerprint/fingerprint_sampler.h"

namespace noether::algebra {

// Returns the cells of the function at the first points of kBatch, as many as requested;
// coordinates[v * kBatch + k] is that of variable v at point k.
using SampleFunction = std::function<Cells(std::span<const double>, std::size_t)>;

// Returns the rank of every variable, starting at 0. Variables without influence come last.
// Variables that cannot be distinguished may be in any order without changing the function, for up
// to 12 of them.
std::vector<std::uint32_t> canonical_ranks(std::size_t variables, const SampleFunction& sample);

}  // namespace noether::algebra
