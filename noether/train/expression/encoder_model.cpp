#include "noether/train/expression/encoder_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "noether/embedding/expression_tokenizer.h"

namespace noether::train {
namespace {

// Special tokens have no numbers.
torch::Tensor place_numbers(const PackedBatch& batch,
                            std::span<const embedding::ValueReading> readings, bool special_tokens,
                            const torch::TensorOptions& memory) {
  constexpr auto kNumbers = std::int64_t{embedding::kPartNumbers};
  torch::Tensor numbers =
      torch::empty({batch.tokens.size(0), kNumbers}, memory.dtype(torch::kFloat32));
  auto* const all = numbers.data_ptr<float>();
  const auto* const starts = batch.starts.data_ptr<std::int32_t>();
  const auto* const order = batch.order.data_ptr<std::int64_t>();
  constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
  for (std::size_t i = 0; i < readings.size(); ++i) {
    float* to = all + starts[order[i]] * kNumbers;
    if (special_tokens) to = std::fill_n(to, kNumbers, kNone);
    to = std::ranges::copy(readings[i].numbers, to).out;
    if (special_tokens) std::fill_n(to, kNumbers, kNone);
  }
  return numbers;
}

constexpr SpecialTokens kAround = {embedding::ExpressionTokenizer::kBos,
                                   embedding::ExpressionTokenizer::kEos};

}  // namespace

PackedBatch pack(std::span<const std::span<const neural::TokenId>> expressions, bool pinned) {
  return pack_sequences(expressions, pinned, kAround);
}

PackedBatch pack(const EncoderShape& shape,
                 std::span<const std::span<const neural::TokenId>> expressions, bool pinned,
                 const embedding::PartValues::Opens& opens) {
  const auto around = shape.special_tokens ? std::optional(kAround) : std::nullopt;
  if (!shape.values) return pack_sequences(expressions, pinned, around);
  thread_local std::vector<embedding::ValueReading> readings;
  readings.resize(expressions.size());
  std::vector<std::span<const neural::TokenId>> read;
  for (std::size_t i = 0; i < expressions.size(); ++i) {
    shape.values->read(expressions[i], readings[i], opens);
    read.emplace_back(readings[i].tokens);
  }
  PackedBatch batch = pack_sequences(read, pinned, around);
  batch.values = place_numbers(batch, readings, shape.special_tokens,
                               torch::TensorOptions(torch::kInt32).pinned_memory(pinned));
  return batch;
}

namespace {

constexpr double kNormEpsilon = 1e-5;
constexpr double kNotPooled = -1e9;

class Layer {
 public:
  Layer(const ParameterViews& weights, std::string prefix)
      : weights_(weights), prefix_(std::move(prefix)) {}

  torch::Tensor norm(const torch::Tensor& x, const std::string& name) const {
    return torch::layer_norm(x, {x.size(-1)}, weight(name + ".weight"), weight(name + ".bias"),
                             kNormEpsilon);
  }
  torch::Tensor linear(const torch::Tensor& x, const std::string& name) const {
    return torch::linear(x, weight(name + ".weight"), weight(name + ".bias"));
  }

 private:
  const torch::Tensor& weight(const std::string& name) const { return weights_.at(prefix_ + name); }

  const ParameterViews& weights_;
  std::string prefix_;
};

torch::Tensor pool_tokens(const EncoderShape& shape, const PackedBatch& batch,
                          const torch::Tensor& hidden) {
  const Pooling pooling = shape.pooling;
  if (pooling == Pooling::First) {
    const std::int64_t place = shape.special_tokens ? 1 : 0;
    return hidden.index_select(0, batch.starts.narrow(0, 0, batch.sequences()) + place);
  }
  std::vector<torch::Tensor> pooled;
  for (const Box& box : to_boxes(batch, hidden)) {
    // <bos> is first and <eos> last.
    const torch::Tensor is_left_out =
        (box.places < 1).logical_or(box.places >= box.lengths - 1).unsqueeze(2);
    if (pooling == Pooling::Mean) {
      pooled.push_back(box.rows.masked_fill(is_left_out, 0).sum(1) / (box.lengths - 2));
    } else {
      pooled.push_back(box.rows.masked_fill(is_left_out, kNotPooled).amax(1));
    }
  }
  return torch::cat(pooled);
}

// The features of embedding/values/part_values.h for all tokens, from the numbers in the batch.
torch::Tensor batch_features(const torch::Tensor& numbers) {
  constexpr auto kPoints = std::int64_t{embedding::kValuePoints};
  constexpr auto kOffReal = double{embedding::kOffRealScale};
  const torch::Tensor of_points = numbers.view({-1, kPoints, 2});
  const torch::Tensor is_there = torch::isfinite(of_points.select(2, 0));
  const torch::Tensor known = of_points.masked_fill(is_there.logical_not().unsqueeze(2), 0);
  const torch::Tensor there = is_there.to(numbers.scalar_type());
  const torch::Tensor is_real = known.select(2, 1) == 0;
  const torch::Tensor scale =
      there * (is_real.to(numbers.scalar_type()) * (1 - kOffReal) + kOffReal);
  const torch::Tensor scales = scale.unsqueeze(2).expand({-1, -1, 2}).flatten(1);
  std::vector<torch::Tensor> features(1 + embedding::kFeatureRows);
  features[0] = there;
  embedding::number_features(
      known.flatten(1).to(torch::kDouble),
      [&](const torch::Tensor& feature) { return feature.to(numbers.scalar_type()) * scales; },
      [&](std::size_t row, const torch::Tensor& feature) { features[1 + row] = feature; });
  return torch::cat(features, 1);
}

}  // namespace

std::vector<ParameterSpec> encoder_parameters(const EncoderShape& shape) {
  const std::int64_t width = shape.width;
  std::vector<ParameterSpec> specs;
  const auto norm = [&](const std::string& name) {
    specs.push_back({name + ".weight", {width}, 1, 0});
    specs.push_back({name + ".bias", {width}, 0, 0});
  };
  const auto linear = [&](const std::string& name, std::int64_t out, std::int64_t in,
                          double scale) {
    const double deviation = scale * std::sqrt(2.0 / static_cast<double>(in + out));
    specs.push_back({name + ".weight", {out, in}, 0, deviation});
    specs.push_back({name + ".bias", {out}, 0, 0});
  };
  const double embedding_deviation = 1 / std::sqrt(static_cast<double>(width));
  // Each layer adds two branches. With this scale, the initial sum of all branches is as large as
  // one.
  const double branch = 1 / std::sqrt(2.0 * static_cast<double>(shape.layers));
  specs.push_back({"token_embedding", {shape.vocabulary, width}, 0, embedding_deviation});
  specs.push_back({"position_embedding", {shape.positions, width}, 0, embedding_deviation});
  if (shape.values) {
    // About half of the features are large. With this scale, their initial sum is as large as a
    // token embedding.
    linear("values", width, std::int64_t{embedding::kValueFeatures}, 0.1);
  }
  for (std::int64_t i = 0; i < shape.layers; ++i) {
    const std::string layer = fmt::format("layers.{}.", i);
    norm(layer + "norm1");
    linear(layer + "attention.in", 3 * width, width, 1);
    linear(layer + "attention.out", width, width, branch);
    norm(layer + "norm2");
    linear(layer + "feed_forward.in", shape.feed_forward, width, 1);
    linear(layer + "feed_forward.out", width, shape.feed_forward, branch);
  }
  norm("final_norm");
  return specs;
}

torch::Tensor encode_tokens(const EncoderShape& shape, const ParameterViews& weights,
                            const PackedBatch& batch, double dropout) {
  const auto branch = [&](const torch::Tensor& x) {
    return dropout > 0 ? torch::dropout(x, dropout, /*train=*/true) : x;
  };
  torch::Tensor hidden = torch::embedding(weights.at("token_embedding"), batch.tokens) +
                         torch::embedding(weights.at("position_embedding"), batch.positions);
  if (shape.values) {
    const torch::Tensor features = batch_features(batch.values).to(hidden.scalar_type());
    hidden = hidden + Layer(weights, "").linear(features, "values");
  }
  for (std::int64_t i = 0; i < shape.layers; ++i) {
    const Layer layer(weights, fmt::format("layers.{}.", i));
    const torch::Tensor in = layer.linear(layer.norm(hidden, "norm1"), "attention.in");
    hidden = hidden + branch(layer.linear(attend(shape.heads, batch, in), "attention.out"));
    torch::Tensor inner = layer.linear(layer.norm(hidden, "norm2"), "feed_forward.in");
    inner.relu_();
    hidden = hidden + branch(layer.linear(inner, "feed_forward.out"));
  }
  return Layer(weights, "").norm(hidden, "final_norm");
}

torch::Tensor pool(const EncoderShape& shape, const PackedBatch& batch,
                   const torch::Tensor& hidden) {
  torch::Tensor pooled = pool_tokens(shape, batch, hidden);
  if (pooled.scalar_type() != torch::kFloat64) pooled = pooled.to(torch::kFloat32);
  pooled = pooled.index_select(0, batch.order);
  // The bound of torch's own normalisation, which protects against a vector of zeros.
  return pooled / pooled.norm(2, {1}, /*keepdim=*/true).clamp_min(1e-12);
}

torch::Tensor embed(const EncoderShape& shape, const ParameterViews& weights,
                    const PackedBatch& batch, double dropout) {
  return pool(shape, batch, encode_tokens(shape, weights, batch, dropout));
}

}  // namespace noether::train
