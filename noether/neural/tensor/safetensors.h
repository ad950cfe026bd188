// Files of tensors in the format safetensors: 8 bytes with the length of a header, the header, the
// numbers.
//
// The header is JSON: for each tensor its type, its shape and its bytes in the rest of the file,
// counted from the end of the header. A file is believed only when the tensors fill that rest
// exactly, one after the other, and each has as many bytes as its shape says. The format is
// described at https://github.com/huggingface/safetensors.
#pragma once

#include <cstddef>
#include <cstdint>
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
std::string_view tensor_type_name(TensorType type);  // as in the file: "F32"
std::size_t tensor_type_bytes(TensorType type);

struct Tensor {
  std::string name;
  TensorType type = TensorType::F32;
  std::vector<std::uint64_t> shape;
  std::string_view bytes;  // little endian, of any alignment

  std::uint64_t count() const { return bytes.size() / tensor_type_bytes(type); }
};
std::string shape_text(std::span<const std::uint64_t> shape);  // "[256, 1024]"

// Our models have some hundred tensors, of a hundred bytes of header each.
inline constexpr std::uint64_t kMaxSafetensorsHeader = 1 << 20;

// Lives as long as the bytes it was read from.
class Safetensors {
 public:
  static base::Result<Safetensors> parse(std::string_view bytes);

  const Tensor* find(std::string_view name) const;
  // In the order of their bytes.
  std::span<const Tensor> tensors() const { return tensors_; }
  const std::map<std::string, std::string>& metadata() const { return metadata_; }

 private:
  std::vector<Tensor> tensors_;
  std::map<std::string, std::size_t, std::less<>> by_name_;
  std::map<std::string, std::string> metadata_;
};

// The file of these tensors, in this order. Their numbers begin at a multiple of 64 bytes.
std::string safetensors_bytes(std::span<const Tensor> tensors,
                              const std::map<std::string, std::string>& metadata = {});

}  // namespace noether::neural
