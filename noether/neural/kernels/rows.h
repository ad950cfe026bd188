// The softmax of a row of floats, and the quantization of rows. Lengths are multiples of 4.
#pragma once

#include <cstddef>
#include <cstdint>

namespace noether::neural {

// x[i] = e^(x[i] - greatest) / sum. `size` may be any number; the following numbers up to a
// multiple of 4 are overwritten.
void softmax_row(float* x, std::size_t size);

// x[i] is about middle + scale * out[i], with out from -127 to 127, and zeros up to `padded`. The
// outputs of a ReLU are never negative, so the middle is not always 0.
struct RowQuantization {
  float scale = 0;
  float middle = 0;
};
RowQuantization quantize_row(const float* x, std::size_t size, std::size_t padded,
                             std::int8_t* out);

// x[i] is about the result times out[i], with out from -127 to 127, and zeros up to `padded`.
// `size` may be any number.
float quantize_symmetric(const float* x, std::size_t size, std::size_t padded, std::int8_t* out);

// Like quantize_row, with about 16 bits: x[i] is about middle + scale * (255 high[i] + low[i]),
// both from -127 to 127. The same kernels compute the sums of products with each byte.
inline constexpr float kHighByte = 255;
RowQuantization quantize_row(const float* x, std::size_t size, std::size_t padded,
                             std::int8_t* high, std::int8_t* low);

}  // namespace noether::neural
