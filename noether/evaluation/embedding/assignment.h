// One-to-one assignment of rows to columns with the greatest total weight.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace noether::evaluation {

// `weights` is a square matrix in rows of `size`, each below 2^40 and not negative. Gives the
// column of every row. Time grows with the cube of the size: a second for two thousand.
std::vector<std::size_t> assign_one_to_one(std::span<const std::int64_t> weights, std::size_t size);

}  // namespace noether::evaluation
