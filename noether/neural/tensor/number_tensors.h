// Lists of numbers as tensors of a file, and back; numbers of 16 bits as float32.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/neural/tensor/safetensors.h"

namespace noether::neural {

static_assert(std::endian::native == std::endian::little, "numbers are written as they are");

// Looks into `numbers`.
template <typename Number>
Tensor number_tensor(const std::string& name, TensorType type, const std::vector<Number>& numbers) {
  return {name,
          type,
          {numbers.size()},
          {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number)}};
}

// False where there is no such tensor of this type.
template <typename Number>
bool read_numbers(const Safetensors& file, std::string_view name, TensorType type,
                  std::vector<Number>& to) {
  const Tensor* const tensor = file.find(name);
  if (tensor == nullptr || tensor->type != type || tensor->shape.size() != 1) return false;
  to.resize(tensor->count());
  if (!to.empty()) std::memcpy(to.data(), tensor->bytes.data(), tensor->bytes.size());
  return true;
}

// Numbers below 2^16, if they all are: most vocabularies have 30 to 60 thousand tokens.
inline std::vector<std::uint16_t> narrow_numbers(const std::vector<std::uint32_t>& numbers) {
  if (std::ranges::any_of(numbers, [](std::uint32_t n) { return n > UINT16_MAX; })) return {};
  std::vector<std::uint16_t> narrow(numbers.size());
  std::ranges::transform(numbers, narrow.begin(),
                         [](std::uint32_t n) { return static_cast<std::uint16_t>(n); });
  return narrow;
}

// In 16 bits each or in 32.
inline bool read_narrow_numbers(const Safetensors& file, std::string_view name,
                                std::vector<std::uint32_t>& to) {
  std::vector<std::uint16_t> narrow;
  if (!read_numbers(file, name, TensorType::U16, narrow)) {
    return read_numbers(file, name, TensorType::U32, to);
  }
  to.assign(narrow.begin(), narrow.end());
  return true;
}

// Numbers of 16 bits as float32: float16 of IEEE 754 and bfloat16, the upper half of a float32.
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
