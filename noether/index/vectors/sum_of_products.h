// Sums of products of bytes: where searching vectors spends its time.
#pragma once

#include <cstdint>
#include <span>

namespace noether::index {

// Σ a[i] b[i]. Both have the same size, at most kMaxVectorWidth, so that the sum fits. It is exact,
// so all ways to it give the same; the instructions that the machine has are found out when the
// program runs.
std::int32_t sum_of_products(std::span<const std::int8_t> a, std::span<const std::int8_t> b);

// The same on any machine; for tests.
std::int32_t sum_of_products_portable(std::span<const std::int8_t> a,
                                      std::span<const std::int8_t> b);

}  // namespace noether::index
