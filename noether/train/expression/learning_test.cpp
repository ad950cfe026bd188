// Encoders learn a batch by heart: each anchor finds its positive among all others.
#include <ATen/Parallel.h>
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "noether/train/core/parameters.h"
#include "noether/train/expression/encoder_model.h"
#include "noether/train/expression/loss.h"
#include "noether/train/expression/pack_expressions.h"

namespace noether::train {
namespace {

constexpr std::int64_t kAnchors = 8;

// Anchors, positives and negatives have nothing in common: there is only memory to go by.
PackedBatch random_batch() {
  std::mt19937 random(2);
  std::vector<std::vector<neural::TokenId>> expressions(3 * kAnchors);
  for (auto& expression : expressions) {
    expression.resize(4 + random() % 5);
    for (auto& token : expression) token = static_cast<neural::TokenId>(3 + random() % 30);
  }
  const std::vector<std::span<const neural::TokenId>> spans(expressions.begin(), expressions.end());
  return pack(spans, /*pinned=*/false);
}

using ContrastiveLoss = torch::Tensor (*)(const torch::Tensor&, const torch::Tensor&,
                                          const torch::Tensor&, double);

void learn(Pooling pooling, ContrastiveLoss contrastive_loss) {
  at::set_num_threads(1);
  const EncoderShape shape{.vocabulary = 33,
                           .layers = 1,
                           .width = 32,
                           .heads = 2,
                           .feed_forward = 32,
                           .positions = 16,
                           .pooling = pooling};
  const PackedBatch batch = random_batch();
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
