// Sums of products of bytes, which take most of the time of a search of vectors.
#pragma once

#include <cstdint>
#include <span>

namespace noether::index {

// Σ a[i] b[i]. Both have the same size, at most kMaxVectorWidth, so that the sum fits. The sum is
// exact, so it is the same for all instructions; the program chooses those of the machine when it
// runs.
std::int32_t sum_of_products(std::span<const std::int8_t> a, std::span<const std::int8_t> b);

// The same on any machine; for tests.
std::int32_t sum_of_products_portable(std::span<const std::int8_t> a,
                                      std::span<const std::int8_t> b);

}  // namespace noether::index
