#include "noether/train/loss.h"

#include <gtest/gtest.h>

#include <cmath>

#include "noether/train/schedule.h"

namespace noether::train {
namespace {

torch::Tensor rows(std::vector<double> values) {
  return torch::tensor(values, torch::kFloat64).view({-1, 2});
}

TEST(TripletLoss, IsThePapersEquation) {
  // Cosines 0.6 with the positive and 0.8 with the negative.
  const torch::Tensor loss = triplet_loss(rows({1, 0}), rows({0.6, 0.8}), rows({0.8, 0.6}), 0.5);
  const double expected = -std::log(std::exp(1.2) / (std::exp(1.2) + std::exp(1.6)));
  EXPECT_NEAR(loss.item<double>(), expected, 1e-12);
}

TEST(TripletLoss, DoesNotOverflow) {
  const torch::Tensor loss = triplet_loss(rows({1, 0}), rows({-1, 0}), rows({1, 0}), 1e-3);
  EXPECT_NEAR(loss.item<double>(), 2000, 1e-6);
}

TEST(InBatchLoss, ComparesWithAllOthersBothWays) {
  const torch::Tensor anchors = rows({1, 0, 0, 1});
  const torch::Tensor positives = rows({0.8, 0.6, 0.6, 0.8});
  const torch::Tensor negatives = rows({-1, 0, 0, -1});
  const double t = 0.5;
  // The two anchors see the same numbers, and so do the two positives.
  const double own = std::exp(0.8 / t);
  const double anchor_sum = own + std::exp(0.6 / t) + std::exp(-1 / t) + std::exp(0.0);
  const double positive_sum = own + std::exp(0.6 / t) + std::exp(-0.8 / t) + std::exp(-0.6 / t);
  const double expected = -(std::log(own / anchor_sum) + std::log(own / positive_sum)) / 2;
  EXPECT_NEAR(in_batch_loss(anchors, positives, negatives, t).item<double>(), expected, 1e-12);
}

TEST(InBatchLoss, GoesWithoutNegatives) {
  const torch::Tensor anchors = rows({1, 0, 0, 1});
  const double expected = -std::log(std::exp(2.0) / (std::exp(2.0) + 1));
  const torch::Tensor none = torch::empty({0, 2}, torch::kFloat64);
  EXPECT_NEAR(in_batch_loss(anchors, anchors, none, 0.5).item<double>(), expected, 1e-12);
}

TEST(Schedule, WarmsUpThenFollowsTheCosine) {
  const Schedule schedule{1.0, 0.0, 0.1, 1, 1};
  EXPECT_EQ(schedule.rate(0), 0);
  EXPECT_NEAR(schedule.rate(0.5), 0.5, 1e-12);
  EXPECT_NEAR(schedule.rate(1), 0, 1e-12);
  EXPECT_LT(schedule.rate(0.05), schedule.rate(0.1));
}

TEST(Schedule, RestartsWithCyclesThatGrow) {
  const Schedule schedule{1.0, 0.0, 0, 1.0 / 3, 2};
  EXPECT_NEAR(schedule.rate(1.0 / 6), 0.5, 1e-9);
  EXPECT_NEAR(schedule.rate(1.0 / 3 + 1e-9), 1, 1e-6);
  EXPECT_NEAR(schedule.rate(2.0 / 3), 0.5, 1e-6);
  EXPECT_NEAR(schedule.rate(1), 0, 1e-9);
}

}  // namespace
}  // namespace noether::train
