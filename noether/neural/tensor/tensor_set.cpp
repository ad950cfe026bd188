#include "noether/neural/tensor/tensor_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "noether/base/file_system.h"

namespace noether::neural {
namespace {

constexpr std::string_view kWeightsFile = "model.safetensors";
constexpr std::string_view kIndexFile = "model.safetensors.index.json";
constexpr std::uint64_t kMaxIndexBytes = std::uint64_t{16} << 20;
constexpr std::size_t kMaxShards = 1000;

bool is_pickle(std::string_view name) {
  return name.starts_with("pytorch_model") || name.ends_with(".pt") || name.ends_with(".pth") ||
         name.ends_with(".ckpt");
}

bool is_plain_name(std::string_view name) {
  return !name.empty() && name.front() != '.' &&
         name.find_first_of(std::string_view("/\\\0", 3)) == std::string_view::npos;
}

// The files that an index names, without repetition.
base::Result<std::set<std::string>> shards_of(std::string_view index) {
  std::set<std::string> files;
  try {
    const auto json = nlohmann::json::parse(index);
    for (const auto& [tensor, file] : json.at("weight_map").items()) {
      const auto* name = file.get_ptr<const std::string*>();
      if (name == nullptr || !is_plain_name(*name)) {
        throw std::invalid_argument(
            fmt::format("the file of '{:.80}' is not the name of one in the folder", tensor));
      }
      files.insert(*name);
      if (files.size() > kMaxShards) throw std::invalid_argument("it names too many files");
    }
  } catch (const std::exception& error) {
    return base::fail(fmt::format("not an index of shards: {}", error.what()));
  }
  return files;
}

std::unexpected<base::Error> no_weights(const std::string& folder,
                                        const std::vector<std::string>& names) {
  const auto pickle = std::ranges::find_if(names, is_pickle);
  if (pickle == names.end()) {
    return base::fail(fmt::format("'{}' has no file of weights, '{}'", folder, kWeightsFile));
  }
  return base::fail(
      fmt::format("'{}/{}' is a pickle: reading one runs whatever program is inside", folder,
                  *pickle),
      {},
      fmt::format("convert it where PyTorch is: python3 -c \"import torch, safetensors.torch as s; "
                  "s.save_file({{k: v.clone().contiguous() for k, v in torch.load('{}', "
                  "map_location='cpu', weights_only=True).items()}}, '{}')\"",
                  *pickle, kWeightsFile));
}

}  // namespace

base::Result<void> TensorSet::add(base::MappedBytes bytes, const std::string& name) {
  const auto file = Safetensors::parse(bytes.view());
  if (!file) return base::fail(fmt::format("'{}': {}", name, file.error().message));
  for (const Tensor& tensor : file->tensors()) {
    if (!by_name_.emplace(tensor.name, tensor).second) {
      return base::fail(
          fmt::format("'{}': another file has the tensor '{}' too", name, tensor.name));
    }
  }
  files_.push_back(std::move(bytes));
  return {};
}

base::Result<TensorSet> TensorSet::of_file(const std::string& path) {
  auto bytes = base::MappedBytes::map(path);
  if (!bytes) return std::unexpected(bytes.error());
  TensorSet set;
  if (auto done = set.add(*std::move(bytes), path); !done) return std::unexpected(done.error());
  return set;
}

base::Result<TensorSet> TensorSet::of_bytes(std::string_view bytes) {
  TensorSet set;
  if (auto done = set.add(base::MappedBytes::of(bytes), "memory"); !done) {
    return std::unexpected(done.error());
  }
  return set;
}

base::Result<TensorSet> TensorSet::of_folder(const std::string& folder) {
  base::FileSystem& disk = base::FileSystem::real();
  const auto names = disk.list(folder);
  if (!names) return std::unexpected(names.error());
  const auto has = [&](std::string_view name) {
    return std::ranges::find(*names, name) != names->end();
  };
  if (has(kWeightsFile)) return of_file(fmt::format("{}/{}", folder, kWeightsFile));
  if (has(kIndexFile)) {
    const std::string path = fmt::format("{}/{}", folder, kIndexFile);
    const auto index = disk.read(path, kMaxIndexBytes);
    if (!index) return std::unexpected(index.error());
    const auto shards = shards_of(*index);
    if (!shards) return base::fail(fmt::format("'{}': {}", path, shards.error().message));
    TensorSet set;
    for (const std::string& shard : *shards) {
      const std::string shard_path = fmt::format("{}/{}", folder, shard);
      auto bytes = base::MappedBytes::map(shard_path);
      if (!bytes) return std::unexpected(bytes.error());
      if (auto done = set.add(*std::move(bytes), shard_path); !done) {
        return std::unexpected(done.error());
      }
    }
    return set;
  }
  const auto is_safetensors = [](std::string_view name) { return name.ends_with(".safetensors"); };
  const auto count = std::ranges::count_if(*names, is_safetensors);
  if (count == 1) {
    return of_file(fmt::format("{}/{}", folder, *std::ranges::find_if(*names, is_safetensors)));
  }
  if (count > 1) {
    return base::fail(fmt::format("'{}' has {} files *.safetensors, and none is '{}' or '{}'",
                                  folder, count, kWeightsFile, kIndexFile));
  }
  return no_weights(folder, *names);
}

const Tensor* TensorSet::use(std::string_view name) {
  const auto found = by_name_.find(name);
  if (found == by_name_.end()) return nullptr;
  used_.insert(found->first);
  return &found->second;
}

std::vector<std::string> TensorSet::names() const {
  std::vector<std::string> names;
  for (const auto& [name, tensor] : by_name_) names.push_back(name);
  return names;
}

std::vector<std::string> TensorSet::unused() const {
  std::vector<std::string> names;
  for (const auto& [name, tensor] : by_name_) {
    if (!used_.contains(name)) names.push_back(name);
  }
  return names;
}

std::uint64_t TensorSet::bytes() const {
  std::uint64_t sum = 0;
  for (const base::MappedBytes& file : files_) sum += file.view().size();
  return sum;
}

}  // namespace noether::neural
