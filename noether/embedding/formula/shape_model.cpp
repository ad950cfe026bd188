#include "noether/embedding/formula/shape_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "noether/base/file_system.h"
#include "noether/embedding/formula/signs.h"
#include "noether/neural/tensor/safetensors.h"
#include "noether/neural/tensor/tensor_set.h"

namespace noether::embedding {
namespace {

using neural::Tensor;
using neural::TensorType;

template <typename Number>
base::Result<std::vector<Number>> read_tensor(neural::TensorSet& set, const std::string& path,
                                              const std::string& name, TensorType type,
                                              const std::vector<std::uint64_t>& shape) {
  const Tensor* const tensor = set.use(name);
  if (tensor == nullptr) return base::fail(fmt::format("'{}': has no tensor '{}'", path, name));
  if (tensor->type != type || tensor->shape != shape) {
    return base::fail(fmt::format("'{}': the tensor '{}' is {} {} and should be {} {}", path, name,
                                  neural::tensor_type_name(tensor->type),
                                  neural::shape_text(tensor->shape), neural::tensor_type_name(type),
                                  neural::shape_text(shape)));
  }
  std::vector<Number> numbers(tensor->count());
  if (!numbers.empty()) std::memcpy(numbers.data(), tensor->bytes.data(), tensor->bytes.size());
  return numbers;
}

base::Result<void> expect_finite(const std::string& path, std::string_view name,
                                 std::span<const float> numbers) {
  // Sums of thousands of these stay far below the largest float.
  constexpr float kMost = 1e6F;
  for (const float number : numbers) {
    if (!(std::abs(number) <= kMost)) {
      return base::fail(
          fmt::format("'{}': a number of '{}' is not finite or above a million in "
                      "size",
                      path, name));
    }
  }
  return {};
}

base::Result<void> read_rows(neural::TensorSet& set, const std::string& path, ShapeModel& model) {
  const Tensor* const tensor = set.use("keys");
  const std::uint64_t count = tensor->shape.empty() ? 0 : tensor->shape[0];
  if (count > kMostShapeRows) {
    return base::fail(
        fmt::format("'{}': {} learned rows, and {} are read", path, count, kMostShapeRows));
  }
  auto keys = read_tensor<std::int64_t>(set, path, "keys", TensorType::I64, {count});
  if (!keys) return std::unexpected(keys.error());
  if (std::ranges::adjacent_find(*keys, std::greater_equal{}) != keys->end()) {
    return base::fail(fmt::format("'{}': the tensor 'keys' is not ascending", path));
  }
  auto rows = read_tensor<std::int8_t>(set, path, "rows", TensorType::I8, {count, kShapeWidth});
  if (!rows) return std::unexpected(rows.error());
  auto scales = read_tensor<float>(set, path, "row_scales", TensorType::F32, {count});
  if (!scales) return std::unexpected(scales.error());
  model.keys = *std::move(keys);
  model.rows = *std::move(rows);
  model.row_scales = *std::move(scales);
  return expect_finite(path, "row_scales", model.row_scales);
}

// Returns false if the sum has no direction.
bool scale_to_unit(std::span<float, kShapeWidth> sum) {
  double squares = 0;
  for (const float number : sum) {
    squares += static_cast<double>(number) * static_cast<double>(number);
  }
  if (!(squares > 1e-20)) return false;
  const auto factor = static_cast<float>(1 / std::sqrt(squares));
  for (float& number : sum) number *= factor;
  return true;
}

// The size of one sign in a pseudo-random direction, whose length is then 1, about that of a
// learned row.
constexpr float kSignSize = 1.0F / 16;

}  // namespace

base::Result<ShapeModel> ShapeModel::read(const std::string& path) {
  auto set = neural::TensorSet::of_file(path);
  if (!set) return std::unexpected(set.error());
  ShapeModel model;
  const auto weights =
      read_tensor<float>(*set, path, "kind_weights", TensorType::F32, {kFeatureKinds});
  if (!weights) return std::unexpected(weights.error());
  std::ranges::copy(*weights, model.kind_weights.begin());
  if (auto finite = expect_finite(path, "kind_weights", *weights); !finite) {
    return std::unexpected(finite.error());
  }
  auto rarities =
      read_tensor<std::uint8_t>(*set, path, "rarities", TensorType::U8, {kRarityBuckets});
  if (!rarities) return std::unexpected(rarities.error());
  model.rarities = *std::move(rarities);
  if (set->has("keys")) {
    if (auto rows = read_rows(*set, path, model); !rows) return std::unexpected(rows.error());
  }
  if (const auto unused = set->unused(); !unused.empty()) {
    return base::fail(fmt::format("'{}': the tensor '{}' is unknown", path, unused[0]));
  }
  return model;
}

base::Result<void> ShapeModel::write(const std::string& path) const {
  const std::vector<float> weights(kind_weights.begin(), kind_weights.end());
  std::vector<Tensor> tensors = {
      neural::number_tensor("kind_weights", TensorType::F32, weights),
      neural::number_tensor("rarities", TensorType::U8, rarities),
  };
  if (!keys.empty()) {
    tensors.push_back(neural::number_tensor("keys", TensorType::I64, keys));
    tensors.push_back(neural::number_tensor("rows", TensorType::I8, rows));
    tensors.back().shape = {keys.size(), kShapeWidth};
    tensors.push_back(neural::number_tensor("row_scales", TensorType::F32, row_scales));
  }
  return base::write_atomically(base::FileSystem::real(), path, neural::safetensors_bytes(tensors));
}

void ShapeModel::embed(std::span<const TreeFeature> features,
                       std::span<float, kShapeWidth> vector) const {
  std::ranges::fill(vector, 0.0F);
  for (const TreeFeature& feature : features) {
    const float rarity =
        std::sqrt(static_cast<float>(rarities[rarity_bucket(feature.hash)]) / kRaritySteps);
    const float weight = std::sqrt(static_cast<float>(feature.count)) *
                         kind_weights[static_cast<std::size_t>(feature.kind)] * rarity;
    const auto key = static_cast<std::int64_t>(feature.hash);
    const auto place = std::ranges::lower_bound(keys, key);
    if (place == keys.end() || *place != key) {
      add_signs(feature.hash, weight * kSignSize, vector);
      continue;
    }
    const auto row = static_cast<std::size_t>(place - keys.begin());
    const float scale = weight * row_scales[row];
    const std::int8_t* numbers = rows.data() + row * kShapeWidth;
    for (std::size_t i = 0; i < kShapeWidth; ++i) {
      vector[i] += scale * static_cast<float>(numbers[i]);
    }
  }
  if (scale_to_unit(vector)) return;
  // The features all have weight 0, or cancel. Any constant direction will do.
  std::ranges::fill(vector, 0.0F);
  add_signs(features.front().hash, kSignSize, vector);
}

void RarityCounter::add(std::span<const TreeFeature> features) {
  ++formulas_;
  for (const TreeFeature& feature : features) {
    std::uint32_t& counter = counters_[feature.hash >> 40];
    if (counter < UINT32_MAX) ++counter;
  }
}

std::vector<std::uint8_t> RarityCounter::rarities() const {
  const std::size_t shared = counters_.size() / kRarityBuckets;
  std::vector<std::uint8_t> rarities;
  for (std::size_t begin = 0; begin < counters_.size(); begin += shared) {
    const auto first = counters_.begin() + static_cast<std::ptrdiff_t>(begin);
    const double most = *std::max_element(first, first + static_cast<std::ptrdiff_t>(shared));
    const double rarity = std::log((static_cast<double>(formulas_) + 1) / (most + 0.5));
    const double steps = std::round(rarity * static_cast<double>(kRaritySteps));
    rarities.push_back(static_cast<std::uint8_t>(std::clamp(steps, 0.0, 255.0)));
  }
  return rarities;
}

}  // namespace noether::embedding
