// An order of the variables of a function that only the function tells: neither their names nor
// how the expression is written.
//
// Up to four variables every order is tried, and the one with the smallest samples wins. Among
// more, variables are told apart by what moving one of them does; what then remains alike is
// searched.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "noether/algebra/fingerprint/fingerprint_sampler.h"

namespace noether::algebra {

// The cells of the function at the first of kBatch points, as many as are asked for;
// coordinates[v * kBatch + k] is that of variable v.
using SampleFunction = std::function<Cells(std::span<const double>, std::size_t)>;

// The rank of every variable, 0 first. Variables without influence come last. Of the variables
// that cannot be told apart any order gives the same function, up to 12 of them.
std::vector<std::uint32_t> canonical_ranks(std::size_t variables, const SampleFunction& sample);

}  // namespace noether::algebra
