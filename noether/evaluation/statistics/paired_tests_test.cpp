#include "noether/evaluation/statistics/paired_tests.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <random>
#include <utility>
#include <vector>

namespace noether::evaluation {
namespace {

// With 1, 2 and 4 degrees of freedom the distribution has closed forms.
TEST(StudentT, HasTheClosedFormsOfFewDegreesOfFreedom) {
  for (const double t : {1e-9, 0.001, 0.3, 1.0, 1.5, 2.0, 12.7, 100.0, 1e6}) {
    // The closed forms lose digits where p is small, so they are compared by absolute error.
    EXPECT_NEAR(two_sided_student_t(t, 1), 1 - 2 / std::numbers::pi * std::atan(t), 1e-15) << t;
    EXPECT_NEAR(two_sided_student_t(-t, 2), 1 - t / std::sqrt(2 + t * t), 1e-15) << t;
    const double x = t * t / (4 + t * t);
    EXPECT_NEAR(two_sided_student_t(t, 4), 1 - std::sqrt(x) * (1.5 - 0.5 * x), 1e-15) << t;
  }
}

// The two-sided 5 % points that every table of the distribution prints.
TEST(StudentT, AgreesWithTheTablesOfCriticalValues) {
  // They are rounded to three decimals: half a unit to either side, p is on either side of 5 %.
  const std::vector<std::pair<double, double>> points = {{1, 12.706}, {5, 2.571},   {10, 2.228},
                                                         {29, 2.045}, {100, 1.984}, {1e9, 1.960}};
  for (const auto& [freedom, t] : points) {
    EXPECT_GT(two_sided_student_t(t - 0.0005, freedom), 0.05) << freedom;
    EXPECT_LT(two_sided_student_t(t + 0.0005, freedom), 0.05) << freedom;
  }
}

TEST(StudentT, KeepsTheDigitsOfTinyTails) {
  // With 2 degrees of freedom p = 2 / (s (s + t)), where s = sqrt(2 + t t).
  const double t = 1e8;
  const double s = std::sqrt(2 + t * t);
  EXPECT_NEAR(two_sided_student_t(t, 2) / (2 / (s * (s + t))), 1, 1e-15);
  EXPECT_EQ(two_sided_student_t(0, 7), 1);
  EXPECT_EQ(two_sided_student_t(std::numeric_limits<double>::infinity(), 7), 0);
}

TEST(StudentT, KeepsTheDigitsOfTinyTailsWithManyDegreesOfFreedom) {
  // The value was computed by mpmath with 60 digits.
  EXPECT_NEAR(two_sided_student_t(20, 800) / 1.7833639298917492e-72, 1, 1e-15);
  EXPECT_NEAR(two_sided_student_t(15, 400) / 1.1391535017186453e-40, 1, 1e-15);
}

// Gosset's own example (1908): hours of sleep that two drugs gave the same ten patients.
const std::vector<double> kSleep = {1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4};

TEST(PairedTTest, FindsWhatGossetFound) {
  const TTest test = paired_t_test(kSleep);
  EXPECT_NEAR(test.mean, 1.58, 1e-12);
  EXPECT_NEAR(test.deviation, 1.2299955, 1e-7);
  EXPECT_NEAR(test.t, 4.0621, 5e-5);
  EXPECT_NEAR(test.p, 0.002833, 5e-7);
}

TEST(PairedTTest, SaysNothingWithoutDifferences) {
  EXPECT_EQ(paired_t_test({}).p, 1);
  EXPECT_EQ(paired_t_test(std::vector<double>{0.3}).p, 1);
  EXPECT_EQ(paired_t_test(std::vector<double>{0, 0, 0}).p, 1);
  EXPECT_EQ(paired_t_test(std::vector<double>{0.5, 0.5, 0.5}).p, 0);
}

// Counts by recursion over all signs, in doubles, with a margin for their rounding.
void count_as_far(const std::vector<double>& differences, std::size_t at, double sum, double least,
                  double& as_far, double& all) {
  if (at == differences.size()) {
    all += 1;
    if (std::abs(sum) >= least - 1e-9) as_far += 1;
    return;
  }
  count_as_far(differences, at + 1, sum + differences[at], least, as_far, all);
  count_as_far(differences, at + 1, sum - differences[at], least, as_far, all);
}

double enumerated_p(const std::vector<double>& differences) {
  double sum = 0;
  for (const double difference : differences) sum += difference;
  double as_far = 0;
  double all = 0;
  count_as_far(differences, 0, 0, std::abs(sum), as_far, all);
  return as_far / all;
}

TEST(RandomisationTest, EqualsTheEnumerationOfAllSigns) {
  const unsigned seed = 20261115;
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  std::mt19937 random(seed);
  for (int round = 0; round < 200; ++round) {
    std::vector<double> differences(random() % 11);
    // Values are tenths, so many sums are equal, but not in doubles.
    for (double& difference : differences) difference = (static_cast<int>(random() % 11) - 4) * 0.1;
    const RandomisationTest test = randomisation_test(differences);
    EXPECT_TRUE(test.is_exact);
    EXPECT_DOUBLE_EQ(test.p, enumerated_p(differences));
  }
}

TEST(RandomisationTest, HasTheSmallestPWhenAllAgree) {
  EXPECT_DOUBLE_EQ(randomisation_test(std::vector<double>(10, 0.1)).p, 2.0 / 1024);
  EXPECT_EQ(randomisation_test(std::vector<double>{}).p, 1);
  EXPECT_EQ(randomisation_test(std::vector<double>(30, 0.0)).p, 1);
}

TEST(RandomisationTest, SamplesCloseToTheExactValue) {
  RandomisationOptions options;
  options.exact_up_to = 0;
  const RandomisationTest sampled = randomisation_test(kSleep, options);
  EXPECT_FALSE(sampled.is_exact);
  const double exact = randomisation_test(kSleep).p;
  EXPECT_DOUBLE_EQ(exact, enumerated_p(kSleep));
  // The tolerance is four standard deviations of a share of 100,000 samples.
  EXPECT_NEAR(sampled.p, exact, 4 * std::sqrt(exact / 100'000));
}

TEST(RandomisationTest, IsTheSameForTheSameSeedAndForMoreThan64Topics) {
  std::vector<double> differences;
  std::mt19937 random(7);
  for (int i = 0; i < 150; ++i) differences.push_back(static_cast<double>(random() % 2001) - 950);
  RandomisationOptions options;
  const double first = randomisation_test(differences, options).p;
  EXPECT_EQ(first, randomisation_test(differences, options).p);
  // A sum of this many terms is nearly normal, so the t-test nearly agrees.
  EXPECT_NEAR(first, paired_t_test(differences).p, 0.01);
  options.seed = 2;
  EXPECT_NE(first, randomisation_test(differences, options).p);
}

// The expected value was recorded in the first run: it must not depend on the machine.
TEST(RandomisationTest, DrawsTheSameSamplesOnEveryMachine) {
  std::vector<double> differences;
  for (int i = 0; i < 30; ++i) differences.push_back(i % 3 - 0.8);
  EXPECT_DOUBLE_EQ(randomisation_test(differences).p, 0.21122788772112278);
}

}  // namespace
}  // namespace noether::evaluation
