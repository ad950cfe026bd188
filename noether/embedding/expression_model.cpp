#include "noether/embedding/expression_model.h"

#include <fmt/format.h>

#include <filesystem>

#include "noether/base/file_system.h"
#include "noether/base/mapped_bytes.h"

namespace noether::embedding {
namespace {

// Keys are looked up one by one, and files of this program have some kilobytes.
constexpr std::size_t kMaxJsonBytes = 256 << 10;

base::Error about(const std::string& path, base::Error error) {
  error.message = fmt::format("'{}': {}", path, error.message);
  return error;
}

base::Result<base::MappedBytes> map_json(const std::string& path) {
  auto bytes = base::MappedBytes::map(path);
  if (bytes && bytes->view().size() > kMaxJsonBytes) {
    return base::fail(fmt::format("'{}' is too large for what it should be", path));
  }
  return bytes;
}

}  // namespace

base::Result<ExpressionModel> ExpressionModel::read(const std::string& folder) {
  const std::string config_path = folder + "/config.json";
  const auto config_bytes = map_json(config_path);
  if (!config_bytes) {
    base::Error error = config_bytes.error();
    error.hint =
        "a model folder has config.json, tokenizer.json and model.safetensors; the one that ships "
        "is models/formula-encoder";
    return std::unexpected(error);
  }
  auto config = ExpressionModelConfig::from_json(config_bytes->view());
  if (!config) return std::unexpected(about(config_path, config.error()));

  const std::string tokenizer_path = folder + "/" + config->tokenizer_file;
  const auto tokenizer_bytes = map_json(tokenizer_path);
  if (!tokenizer_bytes) return std::unexpected(tokenizer_bytes.error());
  auto tokenizer = ExpressionTokenizer::from_json(tokenizer_bytes->view());
  if (!tokenizer) return std::unexpected(about(tokenizer_path, tokenizer.error()));

  const std::string weights_path = folder + "/" + config->weights_file;
  auto tensors = neural::TensorSet::of_file(weights_path);
  if (!tensors) return std::unexpected(tensors.error());
  auto weights = neural::TransformerWeights::from(*tensors, config->transformer(tokenizer->size()));
  if (!weights) return std::unexpected(about(weights_path, weights.error()));
  // These files are ours: one that holds more was made for another config.
  if (const auto unused = tensors->unused(); !unused.empty()) {
    return base::fail(fmt::format(
        "'{}': the config asks for no '{}'{}", weights_path, unused[0],
        unused.size() > 1 ? fmt::format(" and {} more of its tensors", unused.size() - 1) : ""));
  }
  return ExpressionModel{*std::move(config), *std::move(tokenizer), *std::move(weights),
                         tensors->bytes()};
}

base::Result<void> ExpressionModel::write(const std::string& folder) const {
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed) {
    return base::fail(fmt::format("cannot make the folder '{}': {}", folder, failed.message()));
  }
  auto& disk = base::FileSystem::real();
  const auto write = [&](const std::string& name, std::string_view bytes) {
    return base::write_atomically(disk, folder + "/" + name, bytes);
  };
  if (auto done =
          write(config.weights_file, neural::safetensors_bytes(weights.tensors(transformer())));
      !done) {
    return done;
  }
  if (auto done = write(config.tokenizer_file, tokenizer.to_json()); !done) return done;
  return write("config.json", config.to_json());
}

}  // namespace noether::embedding
