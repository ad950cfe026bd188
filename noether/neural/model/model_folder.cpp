#include "noether/neural/model/model_folder.h"

#include <fmt/format.h>

#include <array>
#include <stdexcept>

#include "noether/base/file_system.h"
#include "noether/neural/model/config_json.h"

namespace noether::neural {
namespace {

constexpr std::uint64_t kMaxTokenizerBytes = std::uint64_t{256} << 20;

// Those before the first empty one are whole tokenizers, the best to read first.
constexpr auto kTokenizerFiles = std::to_array<std::string_view>(
    {"tokenizer.json", "vocab.txt", "vocab.json", "spiece.model", "sentencepiece.bpe.model",
     "tokenizer.model", "", "merges.txt", "tokenizer_config.json", "special_tokens_map.json",
     "added_tokens.json"});

std::unexpected<base::Error> about_file(const std::string& path, const base::Error& error) {
  return base::fail(fmt::format("'{}': {}", path, error.message), error.span, error.hint);
}

}  // namespace

base::Result<std::string> format_of_model(const std::string& folder) {
  const std::string path = folder + "/config.json";
  const auto bytes = base::FileSystem::real().read(path, kMaxConfigBytes);
  if (!bytes) {
    base::Error error = bytes.error();
    error.hint = "a model folder has config.json and model.safetensors";
    return std::unexpected(error);
  }
  try {
    return ConfigJson(*bytes).text("format", "");
  } catch (const std::exception& error) {
    return about_file(path, {fmt::format("not the config of a model: {}", error.what()), {}, ""});
  }
}

base::Result<ModelConfig> read_model_config(const std::string& folder) {
  const std::string path = folder + "/config.json";
  const auto bytes = base::FileSystem::real().read(path, kMaxConfigBytes);
  if (!bytes) return std::unexpected(bytes.error());
  auto config = ModelConfig::from_json(*bytes);
  if (!config) return about_file(path, config.error());
  return config;
}

base::Result<ModelFolder> ModelFolder::read(const std::string& folder) {
  auto config = read_model_config(folder);
  if (!config) return std::unexpected(config.error());
  const std::string weights_path = folder + "/" + config->weights_file;
  auto tensors = TensorSet::of_file(weights_path);
  if (!tensors) return std::unexpected(tensors.error());
  auto weights = TransformerWeights::from(*tensors, config->transformer);
  if (!weights) return about_file(weights_path, weights.error());
  return ModelFolder{*std::move(config), *std::move(weights), tensors->bytes(), tensors->unused()};
}

base::Result<void> ModelFolder::write(const std::string& folder) const {
  base::FileSystem& disk = base::FileSystem::real();
  if (auto made = disk.make_folder(folder); !made) return made;
  const auto bytes = safetensors_bytes(weights.tensors(config.transformer));
  if (auto done = base::write_atomically(disk, folder + "/" + config.weights_file, bytes); !done) {
    return done;
  }
  return base::write_atomically(disk, folder + "/config.json", config.to_json());
}

base::Result<std::string> tokenizer_file_of(const std::string& folder) {
  base::FileSystem& disk = base::FileSystem::real();
  if (disk.exists(folder + "/config.json")) {
    const auto config = read_model_config(folder);
    if (!config) return std::unexpected(config.error());
    return config->tokenizer_file;
  }
  for (const std::string_view name : kTokenizerFiles) {
    if (name.empty()) break;
    if (disk.exists(fmt::format("{}/{}", folder, name))) return std::string(name);
  }
  return base::fail(fmt::format("there is no tokenizer in '{}'", folder), {},
                    "noether model learn-tokenizer makes one");
}

base::Result<std::string> copy_tokenizer(const std::string& from, const std::string& to) {
  base::FileSystem& disk = base::FileSystem::real();
  if (auto made = disk.make_folder(to); !made) return std::unexpected(made.error());
  std::string first;
  bool is_whole = true;
  for (const std::string_view name : kTokenizerFiles) {
    if (name.empty()) is_whole = false;
    const std::string path = fmt::format("{}/{}", from, name);
    if (name.empty() || !disk.exists(path)) continue;
    const auto bytes = disk.read(path, kMaxTokenizerBytes);
    if (!bytes) return std::unexpected(bytes.error());
    const std::string target = fmt::format("{}/{}", to, name);
    if (auto done = base::write_atomically(disk, target, *bytes); !done) {
      return std::unexpected(done.error());
    }
    if (is_whole && first.empty()) first = name;
  }
  return first;
}

}  // namespace noether::neural
