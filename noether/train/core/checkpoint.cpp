#include "noether/train/core/checkpoint.h"

#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <cstring>
#include <map>
#include <optional>
#include <vector>

#include "noether/base/file_system.h"
#include "noether/neural/tensor/safetensors.h"

namespace noether::train {
namespace {

constexpr std::string_view kVersion = "1";
constexpr std::uint64_t kMaxCheckpointBytes = std::uint64_t{16} << 30;

static_assert(std::endian::native == std::endian::little, "weights are written in memory order");

using Metadata = std::map<std::string, std::string>;

// A view of the memory of `flat`, which must outlive it.
neural::Tensor stored(const std::string& name, const torch::Tensor& flat) {
  const auto count = static_cast<std::uint64_t>(flat.numel());
  return {name,
          neural::TensorType::F32,
          {count},
          {reinterpret_cast<const char*>(flat.data_ptr<float>()), count * sizeof(float)}};
}

torch::Tensor on_host(const torch::Tensor& tensor) {
  return tensor.detach().to(torch::kCPU, torch::kFloat32).contiguous();
}

std::optional<torch::Tensor> read_tensor(const neural::Safetensors& file, std::string_view name) {
  const neural::Tensor* const stored = file.find(name);
  if (stored == nullptr || stored->type != neural::TensorType::F32) return std::nullopt;
  torch::Tensor tensor =
      torch::empty({static_cast<std::int64_t>(stored->count())}, torch::kFloat32);
  std::memcpy(tensor.data_ptr(), stored->bytes.data(), stored->bytes.size());
  return tensor;
}

template <typename Number>
std::optional<Number> read_number(const Metadata& metadata, const std::string& name) {
  const auto found = metadata.find(name);
  if (found == metadata.end()) return std::nullopt;
  const std::string& text = found->second;
  Number number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace

base::Result<void> save_checkpoint(const std::string& path, const Checkpoint& checkpoint) {
  const torch::Tensor weights = on_host(checkpoint.weights);
  std::vector tensors{stored("weights", weights)};
  torch::Tensor first;
  torch::Tensor second;
  if (checkpoint.first_moment.defined()) {
    first = on_host(checkpoint.first_moment);
    second = on_host(checkpoint.second_moment);
    tensors.push_back(stored("first_moment", first));
    tensors.push_back(stored("second_moment", second));
  }
  return base::write_atomically(
      base::FileSystem::real(), path,
      neural::safetensors_bytes(tensors, {{"version", std::string(kVersion)},
                                          {"config", checkpoint.config},
                                          {"tokenizer", checkpoint.tokenizer},
                                          {"step", fmt::to_string(checkpoint.step)},
                                          {"seconds", fmt::to_string(checkpoint.seconds)},
                                          {"data", fmt::to_string(checkpoint.data)}}));
}

base::Result<Checkpoint> load_checkpoint(const std::string& path) {
  const auto bytes = base::FileSystem::real().read(path, kMaxCheckpointBytes);
  if (!bytes) return std::unexpected(bytes.error());
  const auto damaged = [&](std::string_view what) {
    return base::fail(fmt::format("'{}' is not a checkpoint, or is damaged: {}", path, what), {},
                      "train again, or name a checkpoint that noether-train wrote");
  };
  const auto file = neural::Safetensors::parse(*bytes);
  if (!file) return damaged(file.error().message);
  const Metadata& metadata = file->metadata();
  if (const auto version = metadata.find("version");
      version == metadata.end() || version->second != kVersion) {
    return damaged(fmt::format("its version is not {}", kVersion));
  }
  const auto step = read_number<std::int64_t>(metadata, "step");
  const auto seconds = read_number<double>(metadata, "seconds");
  const auto weights = read_tensor(*file, "weights");
  const auto first = read_tensor(*file, "first_moment");
  const auto second = read_tensor(*file, "second_moment");
  if (!step || !seconds || !weights || first.has_value() != second.has_value() ||
      !metadata.contains("config") || !metadata.contains("tokenizer")) {
    return damaged("a part is missing");
  }
  if (first && (first->numel() != weights->numel() || second->numel() != weights->numel())) {
    return damaged("the optimiser's moments do not match the weights");
  }
  // Only resuming needs this field; the models of older runs remain usable without it.
  const auto data = read_number<std::uint64_t>(metadata, "data").value_or(0);
  return Checkpoint{metadata.at("config"),
                    metadata.at("tokenizer"),
                    *step,
                    *seconds,
                    data,
                    *weights,
                    first.value_or(torch::Tensor()),
                    second.value_or(torch::Tensor())};
}

}  // namespace noether::train
