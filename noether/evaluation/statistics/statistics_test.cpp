// Tests corrections, intervals and correlations with cases computed by hand or by brute force.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "noether/evaluation/statistics/comparison.h"
#include "noether/evaluation/statistics/correlation.h"

namespace noether::evaluation {
namespace {

using Values = std::vector<double>;

void expect_near(const Values& actual, const Values& expected) {
  ASSERT_EQ(actual.size(), expected.size());
  for (std::size_t i = 0; i < actual.size(); ++i) EXPECT_NEAR(actual[i], expected[i], 1e-15) << i;
}

TEST(Bonferroni, MultipliesByTheNumberOfTests) {
  expect_near(bonferroni(Values{0.01, 0.04, 0.5}), {0.03, 0.12, 1});
}

TEST(Holm, StepsDownAndNeverBelowTheOneBefore) {
  expect_near(holm(Values{0.04, 0.01, 0.03}), {0.06, 0.03, 0.06});
  // The last would be .02 * 1, but a larger p must not become smaller than the one before.
  expect_near(holm(Values{0.015, 0.02, 0.9}), {0.045, 0.045, 0.9});
  EXPECT_TRUE(holm({}).empty());
}

TEST(Bootstrap, OfValuesThatAreEqualIsThatValue) {
  const Interval interval = bootstrap_mean(Values(7, 0.25));
  EXPECT_EQ(interval.low, 0.25);
  EXPECT_EQ(interval.high, 0.25);
}

TEST(Bootstrap, OfManyValuesIsNearTheNormalInterval) {
  std::mt19937 random(3);
  Values values(400);
  double mean = 0;
  for (double& value : values) mean += value = static_cast<double>(random() % 1000) / 1000;
  mean /= 400;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  const double error = std::sqrt(squares / 400 / 400);
  const Interval interval = bootstrap_mean(values);
  EXPECT_NEAR(interval.low, mean - 1.96 * error, 0.05 * error * 2);
  EXPECT_NEAR(interval.high, mean + 1.96 * error, 0.05 * error * 2);
}

// For two values the mean of two draws is 0, 1/2 or 1, with the shares 1/4, 1/2 and 1/4.
TEST(Bootstrap, LeavesTheSameShareOnEitherSide) {
  BootstrapOptions options;
  options.level = 0.4;
  const Interval narrow = bootstrap_mean(Values{0, 1}, options);
  EXPECT_EQ(narrow.low, 0.5);
  EXPECT_EQ(narrow.high, 0.5);
  options.level = 0.6;
  const Interval wide = bootstrap_mean(Values{0, 1}, options);
  EXPECT_EQ(wide.low, 0);
  EXPECT_EQ(wide.high, 1);
}

double tau_by_pairs(const Values& x, const Values& y) {
  double sum = 0;
  double x_pairs = 0;
  double y_pairs = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const int a = (x[i] > x[j]) - (x[i] < x[j]);
      const int b = (y[i] > y[j]) - (y[i] < y[j]);
      sum += a * b;
      x_pairs += a * a;
      y_pairs += b * b;
    }
  }
  return sum / std::sqrt(x_pairs * y_pairs);
}

TEST(KendallTau, EqualsTheCountOverAllPairs) {
  const unsigned seed = 11;
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  std::mt19937 random(seed);
  for (int round = 0; round < 300; ++round) {
    Values x(2 + random() % 30);
    Values y(x.size());
    const auto grades = 1 + random() % 12;
    for (double& value : x) value = static_cast<double>(random() % grades);
    for (double& value : y) value = static_cast<double>(random() % grades);
    const double expected = tau_by_pairs(x, y);
    const auto tau = kendall_tau(x, y);
    ASSERT_EQ(tau.has_value(), !std::isnan(expected));
    if (!tau) continue;
    EXPECT_NEAR(*tau, expected, 1e-14);
  }
}

TEST(Correlation, OfAConstantOrOfOneValueIsNone) {
  EXPECT_FALSE(pearson(Values{0.1, 0.1, 0.1}, Values{1, 2, 3}));
  EXPECT_FALSE(kendall_tau(Values{1, 2, 3}, Values{5, 5, 5}));
  EXPECT_FALSE(pearson(Values{1}, Values{2}));
  EXPECT_FALSE(kendall_tau(Values{1, std::nan("")}, Values{2, 3}));
}

TEST(Pearson, KnowsLinesAndASmallCase) {
  EXPECT_DOUBLE_EQ(*pearson(Values{1, 2, 3}, Values{-2, -4, -6}), -1);
  // By hand: products 1, squares 2 and 2.
  EXPECT_DOUBLE_EQ(*pearson(Values{1, 2, 3}, Values{1, 3, 2}), 0.5);
}

// Tables 5 and 6 of the overview of ARQMath-3 (Mansouri et al., CLEF 2022): the fourteen systems of
// Task 3, and the correlations that were computed from them. Table 5 is rounded to three digits, so
// the last digit of r may differ by one; tau depends only on the order.
const Values kAverageRelevance = {1.346, 1.282, 1.231, 1.179, 1.115, 0.949, 0.462,
                                  0.449, 0.423, 0.385, 0.325, 0.244, 0.231, 0.205};
const Values kPrecision = {0.500, 0.436, 0.397, 0.372, 0.321, 0.282, 0.154,
                           0.154, 0.128, 0.103, 0.078, 0.064, 0.051, 0.026};
const Values kOverlap = {0.317, 0.509, 0.515, 0.467, 0.427, 0.444, 0.330,
                         0.329, 0.325, 0.323, 0.263, 0.248, 0.254, 0.239};
const Values kContext = {0.851, 0.886, 0.886, 0.879, 0.868, 0.873, 0.846,
                         0.846, 0.852, 0.851, 0.835, 0.806, 0.813, 0.820};

TEST(Correlation, IsThatOfTheTablesOfArqmath) {
  EXPECT_NEAR(*pearson(kAverageRelevance, kPrecision), 0.989, 1e-3);
  EXPECT_NEAR(*pearson(kAverageRelevance, kOverlap), 0.837, 1e-3);
  EXPECT_NEAR(*pearson(kAverageRelevance, kContext), 0.839, 1e-3);
  EXPECT_NEAR(*pearson(kPrecision, kOverlap), 0.787, 1e-3);
  EXPECT_NEAR(*pearson(kPrecision, kContext), 0.802, 1e-3);
  EXPECT_NEAR(*pearson(kOverlap, kContext), 0.952, 1e-3);
  EXPECT_NEAR(*kendall_tau(kAverageRelevance, kPrecision), 0.994, 5e-4);
  EXPECT_NEAR(*kendall_tau(kAverageRelevance, kOverlap), 0.736, 5e-4);
  EXPECT_NEAR(*kendall_tau(kAverageRelevance, kContext), 0.670, 5e-4);
  EXPECT_NEAR(*kendall_tau(kPrecision, kOverlap), 0.729, 5e-4);
  EXPECT_NEAR(*kendall_tau(kPrecision, kContext), 0.674, 5e-4);
  EXPECT_NEAR(*kendall_tau(kOverlap, kContext), 0.805, 5e-4);
}

TEST(CompareSystems, PairsTopicsByNameAndCorrectsForAllSystems) {
  const TopicScores baseline{"base", {"A.1", "A.2", "A.3", "A.4"}, {0.1, 0.2, 0.3, 0.4}};
  const std::vector<TopicScores> systems = {
      {"better", {"A.4", "A.3", "A.2", "A.1", "A.9"}, {0.5, 0.4, 0.3, 0.2, 0.7}},
      {"same", {"A.1", "A.2"}, {0.1, 0.2}},
      {"apart", {"B.1"}, {0.1}}};
  const auto comparisons = compare_systems(baseline, systems);
  ASSERT_EQ(comparisons.size(), 3U);
  EXPECT_EQ(comparisons[0].topics, 4U);
  EXPECT_EQ(comparisons[0].topics_left, 1U);
  EXPECT_EQ(comparisons[0].better, 4U);
  EXPECT_NEAR(comparisons[0].mean_difference, 0.1, 1e-15);
  EXPECT_NEAR(comparisons[0].baseline_mean, 0.25, 1e-15);
  EXPECT_NEAR(comparisons[0].system_mean, 0.35, 1e-15);
  EXPECT_DOUBLE_EQ(comparisons[0].randomisation.plain, 2.0 / 16);
  EXPECT_DOUBLE_EQ(comparisons[0].randomisation.bonferroni, 6.0 / 16);
  EXPECT_NEAR(comparisons[0].interval.low, 0.1, 1e-15);
  EXPECT_EQ(comparisons[1].topics_left, 2U);
  EXPECT_EQ(comparisons[1].t_test.holm, 1);
  EXPECT_EQ(comparisons[2].topics, 0U);
  EXPECT_EQ(comparisons[2].topics_left, 5U);
}

}  // namespace
}  // namespace noether::evaluation
