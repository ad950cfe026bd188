#include "noether/train/expression/loss.h"

#include <gtest/gtest.h>

#include <cmath>

#include "noether/train/core/run_config.h"

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

TEST(Schedule, WarmsUpThenGoesDownInAStraightLine) {
  const Schedule schedule{2.0, 0.2, 0.1, 1, 1, ScheduleShape::Linear};
  EXPECT_EQ(schedule.rate(0), 0);
  EXPECT_NEAR(schedule.rate(0.05), 1, 1e-12);
  EXPECT_NEAR(schedule.rate(0.1), 2, 1e-12);
  EXPECT_NEAR(schedule.rate(0.55), 1.1, 1e-12);
  EXPECT_NEAR(schedule.rate(1), 0.2, 1e-12);
  EXPECT_NEAR(schedule.rate(1.5), 0.2, 1e-12);
}

TEST(Schedule, RestartsWithCyclesThatGrow) {
  const Schedule schedule{1.0, 0.0, 0, 1.0 / 3, 2};
  EXPECT_NEAR(schedule.rate(1.0 / 6), 0.5, 1e-9);
  EXPECT_NEAR(schedule.rate(1.0 / 3 + 1e-9), 1, 1e-6);
  EXPECT_NEAR(schedule.rate(2.0 / 3), 0.5, 1e-6);
  EXPECT_NEAR(schedule.rate(1), 0, 1e-9);
}

// Expressions with different labels are known to differ.
Equality by_labels(const std::vector<std::int64_t>& labels) {
  const torch::Tensor numbers = torch::tensor(labels, torch::kInt64);
  return equality_of(numbers, numbers.unsqueeze(1).to(torch::kFloat32), 0.5);
}

TEST(Equality, IsNotKnownOfPairsThatAgreeWhereBothHaveValues) {
  const float none = std::nanf("");
  const torch::Tensor labels = torch::tensor({1, 1, 2, 3, 4}, torch::kInt64);
  const torch::Tensor values =
      torch::tensor({1.0F, 2.0F, 1.0F, 2.0F, 1.001F, none, none, 5.0F, none, none}).view({5, 2});
  const Equality equality = equality_of(labels, values, 0.01);
  const auto row = [](const torch::Tensor& all, std::int64_t i) {
    std::string text;
    for (std::int64_t j = 0; j < 5; ++j) text += all[i][j].item<bool>() ? '1' : '0';
    return text;
  };
  EXPECT_EQ(row(equality.equal, 0), "11000");
  EXPECT_EQ(row(equality.other, 0), "00011") << "the third agrees at the one point it has";
  EXPECT_EQ(row(equality.other, 2), "00011") << "no point in common is known to be different";
  EXPECT_EQ(row(equality.equal, 4), "00001");
  EXPECT_EQ(row(equality.other, 4), "11110");
}

TEST(GroupLoss, TellsEachEqualFromAllThatAreNot) {
  // Two equal expressions, another group of one expression, and a changed one.
  const torch::Tensor vectors = rows({1, 0, 0.8, 0.6, 0, 1, -1, 0});
  const double t = 0.5;
  const double first = std::exp(0.8 / t) / (std::exp(0.8 / t) + std::exp(0.0) + std::exp(-1 / t));
  const double second =
      std::exp(0.8 / t) / (std::exp(0.8 / t) + std::exp(0.6 / t) + std::exp(-0.8 / t));
  EXPECT_NEAR(group_loss(vectors, by_labels({5, 5, 6, 4}), t).item<double>(),
              -(std::log(first) + std::log(second)) / 2, 1e-9);
}

TEST(GroupLoss, IsNothingWithoutEquals) {
  EXPECT_EQ(group_loss(rows({1, 0, 0, 1}), by_labels({1, 2}), 0.1).item<double>(), 0);
}

TEST(ThresholdLoss, JudgesPairsOfAFamilyByOneCosine) {
  // Families of three: two equal expressions with a cosine of 0.8 and another expression; then one
  // and two equal ones across.
  const torch::Tensor vectors = rows({1, 0, 0.8, 0.6, 0, 1, 1, 0, 1, 0, 0, 1});
  const auto softplus = [](double x) { return std::log1p(std::exp(x)); };
  const double equal = (softplus(-10 * (0.8 - 0.5)) + softplus(-10 * (0.0 - 0.5))) / 2;
  const double first = softplus(10 * (0.0 - 0.5));   // of the other one and the first
  const double second = softplus(10 * (0.6 - 0.5));  // and the second
  const double others = softplus(10 * (1 - 0.5)) + softplus(10 * (0.0 - 0.5));
  EXPECT_NEAR(threshold_loss(vectors, by_labels({5, 5, 1, 7, 2, 2}), 3).item<double>(),
              equal + (first + second + others) / 4, 1e-9);
}

TEST(AlignmentLoss, IsTheMeanDistanceOfEqualsOfAFamily) {
  // Families of three: equals at 0.8 and, in the other, two that are one and a third across.
  const torch::Tensor vectors = rows({1, 0, 0.8, 0.6, 0, 1, 1, 0, 1, 0, 0, 1});
  const double expected = (std::sqrt(0.4) + 0.01 + 2 * std::sqrt(2.0)) / 4;
  EXPECT_NEAR(alignment_loss(vectors, by_labels({5, 5, 1, 7, 7, 7}), 3).item<double>(), expected,
              1e-9);
  EXPECT_EQ(alignment_loss(vectors, by_labels({1, 2, 3, 4, 5, 6}), 3).item<double>(), 0);
}

TEST(AnalogyLoss, LooksForTheFourthAmongAllButEqualsOfTheThird) {
  // y1 - x1 + x2 is (0, 1) - (1, 0) + (1, 0).
  const torch::Tensor vectors = rows({1, 0, 0, 1, 1, 0, 0.6, 0.8, 1, 0});
  const auto place = [](std::int64_t i) { return torch::tensor({i}, torch::kInt64); };
  const double t = 0.5;
  const double wanted = std::exp(0.8 / t);
  const double expected = -std::log(wanted / (wanted + std::exp(0.0) + std::exp(1 / t)));
  EXPECT_NEAR(
      analogy_loss(vectors, by_labels({1, 2, 3, 4, 3}), {place(0), place(1), place(2), place(3)}, t)
          .item<double>(),
      expected, 1e-9);
}

TEST(TeacherLoss, IsTheMeanOfOneMinusTheCosine) {
  EXPECT_NEAR(teacher_loss(rows({1, 0, 0.6, 0.8}), rows({0, 1, 1, 0})).item<double>(),
              (1 + 0.4) / 2, 1e-9);
}

TEST(AnalogyLoss, IsNothingWithoutAnalogies) {
  const torch::Tensor none = torch::empty({0}, torch::kInt64);
  EXPECT_EQ(analogy_loss(rows({1, 0, 0, 1}), by_labels({1, 2}), {none, none, none, none}, 0.1)
                .item<double>(),
            0);
}

}  // namespace
}  // namespace noether::train
