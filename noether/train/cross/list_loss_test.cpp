// Losses of lists: values, and gradients through the whole cross-encoder.
#include "noether/train/cross/list_loss.h"

#include <gtest/gtest.h>

#include <cmath>

#include "noether/train/core/numeric_gradient.h"
#include "noether/train/cross/tiny_lists.h"

namespace noether::train {
namespace {

using Grades = std::vector<std::vector<std::uint8_t>>;

CrossConfig with_loss(CrossLoss loss) {
  CrossConfig config;
  config.loss = loss;
  return config;
}

double loss_of(const CrossConfig& config, const Grades& grades, const std::vector<double>& scores) {
  return list_loss(config, torch::tensor(scores, torch::kFloat64),
                   list_targets(config, grades, false))
      .item<double>();
}

double cross_entropy(double score, double target) {
  const double chance = 1 / (1 + std::exp(-score));
  return -target * std::log(chance) - (1 - target) * std::log(1 - chance);
}

TEST(ListLoss, TwoWayIsTheBinaryCrossEntropyOfRightAndWrong) {
  CrossConfig config = with_loss(CrossLoss::TwoWay);
  config.right = 2;
  EXPECT_NEAR(loss_of(config, {{2, 1}, {3}}, {0.5, -1, 2}),
              (cross_entropy(0.5, 1) + cross_entropy(-1, 0) + cross_entropy(2, 1)) / 3, 1e-6);
}

TEST(ListLoss, GradedIsTheBinaryCrossEntropyOfTheShareOfTheFullGrade) {
  CrossConfig config = with_loss(CrossLoss::Graded);
  config.full = 2;
  EXPECT_NEAR(loss_of(config, {{1, 3}}, {0.5, -1}),
              (cross_entropy(0.5, 0.5) + cross_entropy(-1, 1)) / 2, 1e-6);
}

TEST(ListLoss, ListwiseIsTheCrossEntropyOfSharesOfEachList) {
  CrossConfig config = with_loss(CrossLoss::Listwise);
  config.steepness = 2;
  const double e2 = std::exp(2.0);
  const double first = std::log(std::exp(0.5) + std::exp(-1.0));
  const double second = std::log(std::exp(2.0) + std::exp(1.0) + std::exp(0.0));
  const double expected = (e2 / (1 + e2) * (first - 0.5) + 1 / (1 + e2) * (first + 1) +
                           ((second - 2) + e2 * (second - 1) + (second - 0)) / (2 + e2)) /
                          2;
  EXPECT_NEAR(loss_of(config, {{1, 0}, {0, 1, 0}}, {0.5, -1, 2, 1, 0}), expected, 1e-6);
}

TEST(ListLoss, ListwiseIsLowestWhereScoresAreGrades) {
  const CrossConfig config = with_loss(CrossLoss::Listwise);
  const double lowest = loss_of(config, {{3, 0, 1}}, {3, 0, 1});
  EXPECT_NEAR(loss_of(config, {{3, 0, 1}}, {13, 10, 11}), lowest, 1e-6);
  EXPECT_GT(loss_of(config, {{3, 0, 1}}, {3, 0.5, 1}), lowest + 1e-3);
  EXPECT_GT(loss_of(config, {{3, 0, 1}}, {2.5, 0, 1}), lowest + 1e-3);
}

TEST(ListLoss, HasTheSlopeOfItsValuesAsGradientDownToTheTokens) {
  const neural::ModelFolder model = tiny_cross_encoder(tiny_bert());
  const neural::TransformerConfig transformer = cross_transformer(model.config);
  const neural::TokenizedLists lists = random_lists({{3, 0, 1}, {0, 2}});
  const PairReader reader(lists, 10, 24);
  const std::vector<neural::PairSequence> sequences = {reader.read(0, 0), reader.read(0, 1),
                                                       reader.read(0, 2), reader.read(1, 3),
                                                       reader.read(1, 4)};
  const CrossBatch batch = pack_pairs(sequences, false);
  for (const CrossLoss loss : {CrossLoss::TwoWay, CrossLoss::Graded, CrossLoss::Listwise}) {
    const CrossConfig config = with_loss(loss);
    const ListTargets targets = list_targets(config, Grades{{3, 0, 1}, {0, 2}}, false);
    Parameters parameters(cross_parameters(transformer), 1, torch::kCPU, torch::kFloat64);
    {
      const torch::NoGradGuard no_graph;
      parameters.flat().copy_(cross_beginning(model, false));
    }
    expect_gradient_is_slope(parameters, [&](const ParameterViews& weights) {
      return list_loss(config, cross_scores(transformer, weights, batch), targets);
    });
  }
}

}  // namespace
}  // namespace noether::train
