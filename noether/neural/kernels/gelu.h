// GELU by the normal distribution, x Φ(x), fused: a product and a sum are rounded once. Where the
// processor has no instruction for that it is slow, but gives the same bits.
#pragma once

#include <cstddef>

namespace noether::neural {

// x[i] = x[i] Φ(x[i]) of `count` rows of `size` numbers, one row every `stride`. `size` is a
// multiple of 4.
void gelu_rows(float* x, std::size_t size, std::size_t count, std::size_t stride);

// The same on any machine; for tests.
void gelu_rows_portable(float* x, std::size_t size, std::size_t count, std::size_t stride);

}  // namespace noether::neural
