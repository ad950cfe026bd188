// Late interaction and the losses of pairs: values, gradients, and excluded competitors.
#include "noether/train/text/pair_loss.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "noether/train/core/numeric_gradient.h"
#include "noether/train/text/text_encoder.h"
#include "noether/train/text/tiny_transformer.h"

namespace noether::train {
namespace {

torch::Tensor random_units(std::int64_t rows, std::uint64_t seed) {
  auto generator = at::detail::createCPUGenerator(seed);
  const torch::Tensor numbers = torch::randn({rows, 5}, generator, torch::kFloat64);
  return numbers / numbers.norm(2, {1}, true);
}

TEST(LateInteraction, IsTheMeanOverTheQueryOfTheGreatestCosines) {
  const std::vector<std::int64_t> query_lengths = {3, 1, 4};
  const std::vector<std::int64_t> document_lengths = {2, 5};
  const torch::Tensor queries = random_units(8, 1);
  const torch::Tensor documents = random_units(7, 2);
  const torch::Tensor scores = late_scores({queries, query_lengths}, {documents, document_lengths});
  std::int64_t query = 0;
  for (std::int64_t i = 0; i < 3; ++i) {
    const std::int64_t tokens = query_lengths[static_cast<std::size_t>(i)];
    std::int64_t document = 0;
    for (std::int64_t j = 0; j < 2; ++j) {
      const std::int64_t others = document_lengths[static_cast<std::size_t>(j)];
      const torch::Tensor cosines = torch::matmul(queries.narrow(0, query, tokens),
                                                  documents.narrow(0, document, others).t());
      EXPECT_NEAR(scores[i][j].item<double>(), cosines.amax(1).mean().item<double>(), 1e-12);
      document += others;
    }
    query += tokens;
  }
}

TEST(LateInteraction, IsTheSameInParts) {
  const std::vector<std::int64_t> lengths = {3, 1, 4};
  const auto run = [&](std::int64_t together) {
    torch::Tensor queries = random_units(8, 1).requires_grad_(true);
    torch::Tensor documents = random_units(8, 2).requires_grad_(true);
    const torch::Tensor scores = late_scores({queries, lengths}, {documents, lengths}, together);
    scores.pow(2).sum().backward();
    return torch::cat({scores.flatten(), queries.grad().flatten(), documents.grad().flatten()})
        .detach();
  };
  EXPECT_TRUE(torch::allclose(run(1 << 20), run(1)));
  EXPECT_TRUE(torch::allclose(run(1 << 20), run(30)));
}

TEST(PairLoss, HasTheSlopeOfItsValuesAsGradient) {
  const neural::TransformerConfig model = tiny_bert();
  Parameters parameters(text_parameters(model), 1, torch::kCPU, torch::kFloat64);
  {
    const torch::NoGradGuard no_graph;
    parameters.flat().copy_(flat_weights(model, neural::random_weights(model, 5)));
  }
  const TextBatch batch = pack_texts(random_texts(8, 4), /*pinned=*/false);
  TextConfig config;
  config.temperature = 0.2;
  config.late_temperature = 0.1;
  const torch::Tensor left_out = same_group({1, 2, 3, 1});
  expect_gradient_is_slope(parameters, [&](const ParameterViews& weights) {
    return pair_loss(config, model, weights, batch, left_out);
  });
}

TEST(PairLoss, LeavesOutOthersOfTheSameGroup) {
  const torch::Tensor left_out = same_group({4, 9, 4});
  EXPECT_TRUE(
      torch::equal(left_out, torch::tensor({{0, 0, 1}, {0, 0, 0}, {1, 0, 0}}, torch::kBool)));
  const torch::Tensor scores =
      torch::tensor({{0.5, 0.1, 0.9}, {0.2, 0.6, 0.3}, {0.8, 0.4, 0.7}}, torch::kFloat64);
  const double loss = find_partners_loss(scores, left_out, 0.5).item<double>();
  const torch::Tensor none = torch::zeros({3, 3}, torch::kBool);
  EXPECT_GT(find_partners_loss(scores, none, 0.5).item<double>(), loss + 0.1);
  torch::Tensor other = scores.clone();
  other[0][2] = -1;
  other[2][0] = 1;
  EXPECT_DOUBLE_EQ(find_partners_loss(other, left_out, 0.5).item<double>(), loss);
  other[0][1] = 0.2;
  EXPECT_GT(find_partners_loss(other, left_out, 0.5).item<double>(), loss);
}

}  // namespace
}  // namespace noether::train
