// The softmax of a row of floats, and rows as whole numbers. Lengths are multiples of 4.
#pragma once

#include <cstddef>
#include <cstdint>

namespace noether::neural {

// x[i] = e^(x[i] - greatest) / sum. `size` may be any number; the following numbers up to a
// multiple of 4 are overwritten.
void softmax_row(float* x, std::size_t size);

// x[i] is about middle + scale * out[i], with out from -127 to 127; zeros up to `padded`. What a
// ReLU gives is never negative, so the middle is not always 0.
struct RowQuantization {
  float scale = 0;
  float middle = 0;
};
RowQuantization quantize_row(const float* x, std::size_t size, std::size_t padded,
                             std::int8_t* out);

// x[i] is about the result times out[i], with out from -127 to 127; zeros up to `padded`. `size`
// may be any.
float quantize_symmetric(const float* x, std::size_t size, std::size_t padded, std::int8_t* out);

// The same as quantize_row with about 16 bits: x[i] is about middle + scale * (255 high[i] +
// low[i]), both from -127 to 127. Sums of products with each can be had by the same kernels.
inline constexpr float kHighByte = 255;
RowQuantization quantize_row(const float* x, std::size_t size, std::size_t padded,
                             std::int8_t* high, std::int8_t* low);

}  // namespace noether::neural
