// Numbers of 16 bits as float32: float16 of IEEE 754 and bfloat16, the upper half of a float32.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "noether/base/error.h"
#include "noether/neural/tensor/safetensors.h"

namespace noether::neural {

constexpr float float_of_bfloat16(std::uint16_t bits) {
  return std::bit_cast<float>(std::uint32_t{bits} << 16);
}

constexpr float float_of_float16(std::uint16_t bits) {
  const std::uint32_t sign = std::uint32_t{bits & 0x8000U} << 16;
  const std::uint32_t exponent = bits >> 10 & 31U;
  const std::uint32_t fraction = bits & 1023U;
  if (exponent == 0) {
    const float size = static_cast<float>(fraction) * 0x1p-24F;
    return sign != 0 ? -size : size;
  }
  // Infinities and NaN keep the largest exponent; the bias of the others is 15, not 127.
  const std::uint32_t wide = exponent == 31 ? 255 : exponent + 112;
  return std::bit_cast<float>(sign | wide << 23 | fraction << 13);
}

// The numbers of a tensor of F32, F16 or BF16. An error names the tensor if it has another type or
// a number that is not finite.
base::Result<std::vector<float>> floats_of(const Tensor& tensor);

}  // namespace noether::neural
