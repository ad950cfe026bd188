#include "noether/embedding/expression_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>
#include <vector>

#include "noether/base/file_system.h"
#include "noether/base/mapped_bytes.h"
#include "noether/neural/transformer/quantize_weights.h"

namespace noether::embedding {
namespace {

// Keys are looked up one by one. The files of this program have some kilobytes.
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
  // These files are in our format, so a file with more tensors was made for another config.
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

namespace {

constexpr std::size_t kNeighbours = 10;
double dot(std::span<const float> a, std::span<const float> b) {
  return std::transform_reduce(
      a.begin(), a.end(), b.begin(), 0.0, std::plus<>(),
      [](float x, float y) { return static_cast<double>(x) * static_cast<double>(y); });
}

// In ascending order, without `of` itself.
std::vector<std::size_t> nearest(std::span<const float> vectors, std::size_t width,
                                 std::size_t of) {
  const std::size_t count = vectors.size() / width;
  std::vector<float> cosine(count, -2);
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), 0);
  const auto vector = [&](std::size_t i) { return vectors.subspan(i * width, width); };
  for (std::size_t i = 0; i < count; ++i) {
    if (i != of) cosine[i] = static_cast<float>(dot(vector(of), vector(i)));
  }
  const std::size_t kept = std::min(kNeighbours, count - 1);
  std::ranges::partial_sort(order, order.begin() + static_cast<std::ptrdiff_t>(kept),
                            [&](std::size_t a, std::size_t b) {
                              return cosine[a] != cosine[b] ? cosine[a] > cosine[b] : a < b;
                            });
  order.resize(kept);
  std::ranges::sort(order);
  return order;
}

}  // namespace

base::Result<ExpressionModel> quantize(const ExpressionModel& model) {
  if (model.weights.is_int8()) return base::fail("the model is int8 already");
  ExpressionModel result = model;
  neural::quantize_weights(result.weights, result.transformer(), neural::TokenTable::Keep);
  return result;
}

base::Result<ExpressionModel> dequantize(const ExpressionModel& model) {
  if (!model.weights.is_int8()) return base::fail("the model is float32 already");
  ExpressionModel result = model;
  neural::dequantize_weights(result.weights, result.transformer());
  return result;
}

VectorDifference compare_vectors(std::span<const float> a, std::span<const float> b,
                                 std::size_t width) {
  const std::size_t count = a.size() / width;
  if (count == 0) return {1, 1, 1};
  VectorDifference difference{0, 1, 0};
  std::size_t found = 0;
  std::size_t asked = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double cosine = dot(a.subspan(i * width, width), b.subspan(i * width, width));
    difference.mean_cosine += cosine / static_cast<double>(count);
    difference.least_cosine = std::min(difference.least_cosine, cosine);
    const auto of_a = nearest(a, width, i);
    std::vector<std::size_t> common;
    std::ranges::set_intersection(of_a, nearest(b, width, i), std::back_inserter(common));
    found += common.size();
    asked += of_a.size();
  }
  difference.kept_neighbours =
      asked == 0 ? 1 : static_cast<double>(found) / static_cast<double>(asked);
  return difference;
}

}  // namespace noether::embedding
