// Gradients of the encoder under each loss, in float64 on a tiny model, and learning by these
// losses.
#include "noether/train/expression/encoder_model.h"

#include <ATen/Parallel.h>
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "noether/train/core/numeric_gradient.h"
#include "noether/train/core/parameters.h"
#include "noether/train/expression/loss.h"

namespace noether::train {
namespace {

constexpr std::int64_t kExpressions = 4;  // of each kind

EncoderShape tiny_shape(Pooling pooling) {
  return {.vocabulary = 11,
          .layers = 2,
          .width = 8,
          .heads = 2,
          .feed_forward = 12,
          .positions = 10,
          .pooling = pooling};
}

// Anchors, then positives, then negatives.
PackedBatch random_batch(std::uint32_t seed, const EncoderShape& shape = {}) {
  std::mt19937 random(seed);
  std::vector<std::vector<neural::TokenId>> expressions(3 * kExpressions);
  for (auto& expression : expressions) {
    expression.resize(1 + random() % 7);
    for (auto& token : expression) token = static_cast<neural::TokenId>(3 + random() % 8);
  }
  const std::vector<std::span<const neural::TokenId>> spans(expressions.begin(), expressions.end());
  return pack(shape, spans, /*pinned=*/false);
}

using ContrastiveLoss = torch::Tensor (*)(const torch::Tensor&, const torch::Tensor&,
                                          const torch::Tensor&, double);

void check(Pooling pooling, ContrastiveLoss loss) {
  const EncoderShape shape = tiny_shape(pooling);
  const PackedBatch batch = random_batch(5);
  Parameters parameters(encoder_parameters(shape), 3, torch::kCPU, torch::kFloat64);
  expect_gradient_is_slope(parameters, [&](const ParameterViews& weights) {
    const auto parts = embed(shape, weights, batch).split(kExpressions);
    return loss(parts[0], parts[1], parts[2], 0.2);
  });
}

TEST(EncoderGradient, IsTheSlopeOfTheTripletLossOfMeans) { check(Pooling::Mean, triplet_loss); }
TEST(EncoderGradient, IsTheSlopeOfTheTripletLossOfMaxima) { check(Pooling::Max, triplet_loss); }
TEST(EncoderGradient, IsTheSlopeOfTheInBatchLossOfMeans) { check(Pooling::Mean, in_batch_loss); }
TEST(EncoderGradient, IsTheSlopeOfTheInBatchLossOfFirstTokens) {
  check(Pooling::First, in_batch_loss);
}
TEST(EncoderGradient, IsTheSlopeOfTheInBatchLossOfMaxima) { check(Pooling::Max, in_batch_loss); }

TEST(EncoderGradient, IsTheSlopeWhereValuesAreRead) {
  for (const bool special_tokens : {true, false}) {
    EncoderShape shape = tiny_shape(Pooling::First);
    shape.special_tokens = special_tokens;
    shape.values =
        std::make_shared<const embedding::PartValues>(embedding::ExpressionTokenizer::standard());
    PackedBatch batch = random_batch(5, shape);
    batch.values = batch.values.to(torch::kFloat64);
    Parameters parameters(encoder_parameters(shape), 3, torch::kCPU, torch::kFloat64);
    expect_gradient_is_slope(parameters, [&](const ParameterViews& weights) {
      const auto parts = embed(shape, weights, batch).split(kExpressions);
      return in_batch_loss(parts[0], parts[1], parts[2], 0.2);
    });
  }
}

TEST(EncoderGradient, IsTheSlopeOfTheFamilyLoss) {
  const EncoderShape shape = tiny_shape(Pooling::Mean);
  const PackedBatch batch = random_batch(6);
  const torch::Tensor labels = torch::tensor({1, 1, 2, 2, 3, 3, 3, 4, 4, 5, 6, 7}, torch::kInt64);
  const Equality equality =
      equality_of(labels, labels.unsqueeze(1).to(torch::kFloat32), /*bound=*/0.5);
  const auto places = [](std::vector<std::int64_t> p) { return torch::tensor(p, torch::kInt64); };
  const Analogies analogies = {places({0, 2}), places({2, 4}), places({4, 7}), places({7, 0})};
  Parameters parameters(encoder_parameters(shape), 3, torch::kCPU, torch::kFloat64);
  expect_gradient_is_slope(parameters, [&](const ParameterViews& weights) {
    const torch::Tensor vectors = embed(shape, weights, batch);
    return group_loss(vectors, equality, 0.2) +
           0.5 * analogy_loss(vectors, equality, analogies, 0.2) +
           0.7 * threshold_loss(vectors, equality, 6) + 0.3 * alignment_loss(vectors, equality, 6) +
           0.4 * teacher_loss(vectors, torch::full_like(vectors.detach(), 0.35));
  });
}

TEST(WeightGrid, RoundsMatricesOnceAndLetsGradientsPass) {
  const EncoderShape shape = tiny_shape(Pooling::Mean);
  Parameters parameters(encoder_parameters(shape), 3, torch::kCPU);
  const ParameterViews plain = parameters.views(torch::kFloat32);
  const ParameterViews rounded = parameters.views(torch::kFloat32, WeightGrid::Int8);
  const std::string matrix = "layers.0.feed_forward.in.weight";
  EXPECT_FALSE(torch::equal(plain.at(matrix), rounded.at(matrix)));
  const torch::Tensor scale = plain.at(matrix).abs().amax(1, true) / 127;
  EXPECT_LE((plain.at(matrix) - rounded.at(matrix)).abs().div(scale).max().item<double>(), 0.501);
  EXPECT_TRUE(torch::equal(plain.at("token_embedding"), rounded.at("token_embedding")));
  const torch::Tensor again =
      on_int8_grid(on_int8_grid(parameters.flat(), parameters.specs()), parameters.specs());
  EXPECT_TRUE(torch::allclose(again, on_int8_grid(parameters.flat(), parameters.specs()), 1e-6, 0));
  rounded.at(matrix).sum().backward();
  EXPECT_EQ(parameters.flat().grad().sum().item<double>(),
            static_cast<double>(plain.at(matrix).numel()));
}

// Encoders can memorise a batch: each anchor finds its positive among all others.
constexpr std::int64_t kAnchors = 8;

// Anchors, positives and negatives have nothing in common, so the model can only memorise.
PackedBatch unrelated_batch() {
  std::mt19937 random(2);
  std::vector<std::vector<neural::TokenId>> expressions(3 * kAnchors);
  for (auto& expression : expressions) {
    expression.resize(4 + random() % 5);
    for (auto& token : expression) token = static_cast<neural::TokenId>(3 + random() % 30);
  }
  const std::vector<std::span<const neural::TokenId>> spans(expressions.begin(), expressions.end());
  return pack(spans, /*pinned=*/false);
}

void learn(Pooling pooling, ContrastiveLoss contrastive_loss) {
  at::set_num_threads(1);
  const EncoderShape shape{.vocabulary = 33,
                           .layers = 1,
                           .width = 32,
                           .heads = 2,
                           .feed_forward = 32,
                           .positions = 16,
                           .pooling = pooling};
  const PackedBatch batch = unrelated_batch();
  Parameters parameters(encoder_parameters(shape), 1, torch::kCPU);
  AdamW optimizer(parameters.flat(), {});
  const auto vectors = [&] {
    return embed(shape, parameters.views(torch::kFloat32), batch).split(kAnchors);
  };
  double first = 0;
  double last = 0;
  for (int step = 0; step < 100; ++step) {
    const auto parts = vectors();
    const torch::Tensor loss = contrastive_loss(parts[0], parts[1], parts[2], 0.1);
    loss.backward();
    optimizer.step(parameters.flat(), 3e-3);
    last = loss.item<double>();
    if (step == 0) first = last;
  }
  EXPECT_GT(first, 0.3);
  EXPECT_LT(last, 0.01);

  const torch::NoGradGuard no_graph;
  const auto parts = vectors();
  const torch::Tensor to_positives = torch::matmul(parts[0], parts[1].t());
  const torch::Tensor to_own = to_positives.diagonal();
  EXPECT_TRUE((to_own > (parts[0] * parts[2]).sum(1)).all().item<bool>());
  if (contrastive_loss == in_batch_loss) {
    const torch::Tensor nearest = to_positives.argmax(1);
    EXPECT_TRUE(torch::equal(nearest, torch::arange(kAnchors)));
  }
}

TEST(EncoderTraining, LearnsABatchByHeartFromTriplets) { learn(Pooling::Mean, triplet_loss); }
TEST(EncoderTraining, LearnsABatchByHeartFromTheWholeBatch) { learn(Pooling::Max, in_batch_loss); }

}  // namespace
}  // namespace noether::train
