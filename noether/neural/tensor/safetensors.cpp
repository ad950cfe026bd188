#include "noether/neural/tensor/safetensors.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

namespace noether::neural {
namespace {

using TensorJson = nlohmann::json;

struct TypeInfo {
  TensorType type;
  std::string_view name;
  std::size_t bytes;
};

constexpr auto kTypes = std::to_array<TypeInfo>({
    {TensorType::Bool, "BOOL", 1},
    {TensorType::U8, "U8", 1},
    {TensorType::I8, "I8", 1},
    {TensorType::I16, "I16", 2},
    {TensorType::U16, "U16", 2},
    {TensorType::F16, "F16", 2},
    {TensorType::BF16, "BF16", 2},
    {TensorType::I32, "I32", 4},
    {TensorType::U32, "U32", 4},
    {TensorType::F32, "F32", 4},
    {TensorType::F64, "F64", 8},
    {TensorType::I64, "I64", 8},
    {TensorType::U64, "U64", 8},
});

constexpr std::size_t kLengthBytes = 8;
constexpr std::size_t kMaxDimensions = 8;

[[noreturn]] void refuse_file(const std::string& reason) { throw std::invalid_argument(reason); }

std::uint64_t whole_number(const TensorJson& value, std::string_view what) {
  if (!value.is_number_unsigned()) refuse_file(fmt::format("{} is not a whole number", what));
  return value.get<std::uint64_t>();
}

TensorType type_of(const TensorJson& value) {
  const auto* name = value.get_ptr<const std::string*>();
  if (name == nullptr) refuse_file("its dtype is not a text");
  const auto* const found = std::ranges::find(kTypes, std::string_view(*name), &TypeInfo::name);
  if (found == kTypes.end()) refuse_file(fmt::format("its dtype '{:.20}' is unknown", *name));
  return found->type;
}

Tensor tensor_of(const std::string& name, const TensorJson& entry, std::string_view data) {
  if (!entry.is_object()) refuse_file("it is not an object");
  Tensor tensor{name, type_of(entry.at("dtype")), {}, {}};
  const TensorJson& shape = entry.at("shape");
  if (!shape.is_array() || shape.size() > kMaxDimensions)
    refuse_file("its shape is not a short list");
  std::uint64_t size = tensor_type_bytes(tensor.type);
  for (const TensorJson& extent : shape) {
    tensor.shape.push_back(whole_number(extent, "an extent of its shape"));
    if (__builtin_mul_overflow(size, tensor.shape.back(), &size)) {
      refuse_file("its shape is larger than any file");
    }
  }
  const TensorJson& offsets = entry.at("data_offsets");
  if (!offsets.is_array() || offsets.size() != 2)
    refuse_file("its data_offsets are not two numbers");
  const std::uint64_t begin = whole_number(offsets[0], "where it begins");
  const std::uint64_t end = whole_number(offsets[1], "where it ends");
  if (begin > end) refuse_file(fmt::format("it ends at {}, before its begin at {}", end, begin));
  if (end > data.size()) {
    refuse_file(fmt::format("it ends at {}, but there are only {} bytes: the file is truncated",
                            end, data.size()));
  }
  if (end - begin != size) {
    refuse_file(fmt::format("it has {} bytes, where {} of shape {} needs {}", end - begin,
                            tensor_type_name(tensor.type), shape_text(tensor.shape), size));
  }
  tensor.bytes = data.substr(begin, size);
  return tensor;
}

std::map<std::string, std::string> metadata_of(const TensorJson& json) {
  std::map<std::string, std::string> metadata;
  if (!json.is_object()) refuse_file("its __metadata__ is not an object");
  for (const auto& [name, value] : json.items()) {
    const auto* text = value.get_ptr<const std::string*>();
    if (text == nullptr) refuse_file("its __metadata__ has something that is not a text");
    metadata.emplace(name, *text);
  }
  return metadata;
}

// The first 8 bytes are the length of the header, which is checked before it is used.
std::string_view header_of(std::string_view bytes) {
  if (bytes.size() < kLengthBytes) refuse_file(fmt::format("it has only {} bytes", bytes.size()));
  std::uint64_t length = 0;
  for (std::size_t i = kLengthBytes; i-- > 0;) {
    length = length << 8 | static_cast<unsigned char>(bytes[i]);
  }
  if (length > kMaxSafetensorsHeader) {
    refuse_file(fmt::format("its header would have {} bytes, and at most {} are read", length,
                            kMaxSafetensorsHeader));
  }
  if (length > bytes.size() - kLengthBytes) {
    refuse_file(fmt::format("its header has {} bytes, the file only {}", length, bytes.size()));
  }
  const std::string_view header = bytes.substr(kLengthBytes, length);
  if (!header.starts_with('{')) refuse_file("its header does not begin with '{'");
  return header;
}

// The tensors must follow one another, from the first byte to the last.
void check_that_all_bytes_are_used(std::span<const Tensor> tensors, std::string_view data) {
  const char* at = data.data();
  for (const Tensor& tensor : tensors) {
    if (tensor.bytes.data() != at) {
      refuse_file(fmt::format("the bytes of '{}' do not follow those of the tensor before it",
                              tensor.name));
    }
    at += tensor.bytes.size();
  }
  if (const auto left = data.data() + data.size() - at; left > 0) {
    refuse_file(fmt::format("{} bytes at its end belong to no tensor", left));
  }
}

}  // namespace

std::string_view tensor_type_name(TensorType type) {
  return std::ranges::find(kTypes, type, &TypeInfo::type)->name;
}

std::size_t tensor_type_bytes(TensorType type) {
  return std::ranges::find(kTypes, type, &TypeInfo::type)->bytes;
}

std::string shape_text(std::span<const std::uint64_t> shape) {
  return fmt::format("[{}]", fmt::join(shape, ", "));
}

base::Result<Safetensors> Safetensors::parse(std::string_view bytes) {
  Safetensors file;
  try {
    const std::string_view header = header_of(bytes);
    const std::string_view data = bytes.substr(kLengthBytes + header.size());
    const TensorJson json = TensorJson::parse(header);
    for (const auto& [name, entry] : json.items()) {
      if (name == "__metadata__") {
        file.metadata_ = metadata_of(entry);
        continue;
      }
      try {
        file.tensors_.push_back(tensor_of(name, entry, data));
      } catch (const std::exception& error) {
        refuse_file(fmt::format("tensor '{:.80}': {}", name, error.what()));
      }
    }
    // An empty tensor shares its offset with the next one, and comes before it.
    std::ranges::sort(file.tensors_, {}, [](const Tensor& tensor) {
      return std::pair(tensor.bytes.data(), tensor.bytes.size());
    });
    check_that_all_bytes_are_used(file.tensors_, data);
  } catch (const std::exception& error) {
    return base::fail(fmt::format("not a safetensors file: {}", error.what()));
  }
  for (std::size_t i = 0; i < file.tensors_.size(); ++i) {
    file.by_name_.emplace(file.tensors_[i].name, i);
  }
  return file;
}

const Tensor* Safetensors::find(std::string_view name) const {
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? nullptr : &tensors_[found->second];
}

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

namespace {

static_assert(std::endian::native == std::endian::little, "tensors are little endian");

template <typename Convert>
void widen(std::string_view bytes, std::vector<float>& to, const Convert& convert) {
  for (std::size_t i = 0; i < to.size(); ++i) {
    std::uint16_t bits = 0;
    std::memcpy(&bits, bytes.data() + 2 * i, sizeof bits);
    to[i] = convert(bits);
  }
}

}  // namespace

base::Result<std::vector<float>> floats_of(const Tensor& tensor) {
  std::vector<float> numbers(tensor.count());
  switch (tensor.type) {
    case TensorType::F32:
      if (!numbers.empty()) {
        std::memcpy(numbers.data(), tensor.bytes.data(), tensor.bytes.size());
      }
      break;
    case TensorType::F16:
      widen(tensor.bytes, numbers, float_of_float16);
      break;
    case TensorType::BF16:
      widen(tensor.bytes, numbers, float_of_bfloat16);
      break;
    default:
      return base::fail(fmt::format("tensor '{}' is of type {}, not F32, F16 or BF16", tensor.name,
                                    tensor_type_name(tensor.type)));
  }
  if (!std::ranges::all_of(numbers, [](float value) { return std::isfinite(value); })) {
    return base::fail(fmt::format("tensor '{}' has a number that is not finite", tensor.name));
  }
  return numbers;
}

}  // namespace noether::neural
