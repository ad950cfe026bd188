// Files of tensors in the format safetensors: 8 bytes with the length of a header, the header, and
// the numbers.
//
// The header is JSON: for each tensor its type, its shape and its bytes in the rest of the file,
// counted from the end of the header. A file is accepted only if the tensors fill that rest
// exactly, one after another, and each has as many bytes as its shape requires. The format is
// described at https://github.com/huggingface/safetensors. Lists of numbers are written as tensors
// of a file and read back; 16-bit numbers become float32.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"

namespace noether::neural {

enum class TensorType : std::uint8_t {
  Bool,
  U8,
  I8,
  I16,
  U16,
  F16,
  BF16,
  I32,
  U32,
  F32,
  F64,
  I64,
  U64
};
std::string_view tensor_type_name(TensorType type);  // as in the file, such as "F32"
std::size_t tensor_type_bytes(TensorType type);

struct Tensor {
  std::string name;
  TensorType type = TensorType::F32;
  std::vector<std::uint64_t> shape;
  std::string_view bytes;  // little endian, of any alignment

  std::uint64_t count() const { return bytes.size() / tensor_type_bytes(type); }
};
std::string shape_text(std::span<const std::uint64_t> shape);  // "[256, 1024]"

// Our models have a few hundred tensors, each with about a hundred bytes of header.
inline constexpr std::uint64_t kMaxSafetensorsHeader = 1 << 20;

// Refers to the bytes it was read from, which must outlive it.
class Safetensors {
 public:
  static base::Result<Safetensors> parse(std::string_view bytes);

  const Tensor* find(std::string_view name) const;
  // Ordered by their bytes in the file.
  std::span<const Tensor> tensors() const { return tensors_; }
  const std::map<std::string, std::string>& metadata() const { return metadata_; }

 private:
  std::vector<Tensor> tensors_;
  std::map<std::string, std::size_t, std::less<>> by_name_;
  std::map<std::string, std::string> metadata_;
};

// Writes a file of these tensors, in this order. The numbers begin at a multiple of 64 bytes.
std::string safetensors_bytes(std::span<const Tensor> tensors,
                              const std::map<std::string, std::string>& metadata = {});

static_assert(std::endian::native == std::endian::little, "numbers are written as they are");

// A tensor that refers to `numbers`.
template <typename Number>
Tensor number_tensor(const std::string& name, TensorType type, const std::vector<Number>& numbers) {
  return {name,
          type,
          {numbers.size()},
          {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number)}};
}

// Returns false if there is no tensor with this name and type.
template <typename Number>
bool read_numbers(const Safetensors& file, std::string_view name, TensorType type,
                  std::vector<Number>& to) {
  const Tensor* const tensor = file.find(name);
  if (tensor == nullptr || tensor->type != type || tensor->shape.size() != 1) return false;
  to.resize(tensor->count());
  if (!to.empty()) std::memcpy(to.data(), tensor->bytes.data(), tensor->bytes.size());
  return true;
}

// The numbers in 16 bits, if all of them are below 2^16: most vocabularies have 30 to 60 thousand
// tokens.
inline std::vector<std::uint16_t> narrow_numbers(const std::vector<std::uint32_t>& numbers) {
  if (std::ranges::any_of(numbers, [](std::uint32_t n) { return n > UINT16_MAX; })) return {};
  std::vector<std::uint16_t> narrow(numbers.size());
  std::ranges::transform(numbers, narrow.begin(),
                         [](std::uint32_t n) { return static_cast<std::uint16_t>(n); });
  return narrow;
}

// Reads numbers of 16 or 32 bits.
inline bool read_narrow_numbers(const Safetensors& file, std::string_view name,
                                std::vector<std::uint32_t>& to) {
  std::vector<std::uint16_t> narrow;
  if (!read_numbers(file, name, TensorType::U16, narrow)) {
    return read_numbers(file, name, TensorType::U32, to);
  }
  to.assign(narrow.begin(), narrow.end());
  return true;
}

// Convert 16-bit numbers to float32: float16 of IEEE 754, and bfloat16, the upper half of a
// float32.
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
