#include <nlohmann/json.hpp>

#include "noether/neural/tensor/safetensors.h"

namespace noether::neural {
namespace {

constexpr std::size_t kAlignment = 64;

}  // namespace

std::string safetensors_bytes(std::span<const Tensor> tensors,
                              const std::map<std::string, std::string>& metadata) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  if (!metadata.empty()) json["__metadata__"] = metadata;
  std::size_t size = 0;
  for (const Tensor& tensor : tensors) {
    json[tensor.name] = {{"dtype", tensor_type_name(tensor.type)},
                         {"shape", tensor.shape},
                         {"data_offsets", {size, size + tensor.bytes.size()}}};
    size += tensor.bytes.size();
  }
  std::string header = json.dump();
  const std::size_t length_bytes = 8;
  header.resize(
      header.size() + (kAlignment - (length_bytes + header.size()) % kAlignment) % kAlignment, ' ');
  std::string bytes;
  bytes.reserve(length_bytes + header.size() + size);
  for (std::size_t i = 0; i < length_bytes; ++i) {
    bytes += static_cast<char>(header.size() >> (8 * i) & 255);
  }
  bytes += header;
  for (const Tensor& tensor : tensors) bytes += tensor.bytes;
  return bytes;
}

}  // namespace noether::neural
