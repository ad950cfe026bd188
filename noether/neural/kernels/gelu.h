// GELU by the normal distribution, x Φ(x), with fused products. Without an instruction for those it
// is slow, but gives the same bits.
#pragma once

#include <cstddef>

namespace noether::neural {

// x[i] = x[i] Φ(x[i]) for `count` rows of `size` numbers, one row every `stride`. `size` is a
// multiple of 4.
void gelu_rows(float* x, std::size_t size, std::size_t count, std::size_t stride);

// The implementation for any machine, with the same results; for tests.
void gelu_rows_portable(float* x, std::size_t size, std::size_t count, std::size_t stride);

}  // namespace noether::neural
