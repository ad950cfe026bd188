#include "noether/evaluation/agreement/agreement.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <random>
#include <vector>

namespace noether::evaluation {
namespace {

ConfusionTable table_of(const std::vector<std::vector<std::uint64_t>>& rows) {
  ConfusionTable table(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < rows.size(); ++j) table.add(i, j, rows[i][j]);
  }
  return table;
}

TEST(CohenKappa, OfASmallTableWorkedOutByHand) {
  // 35 of 50 agree; by chance (25 * 30 + 25 * 20) / 2500 = 1/2 would agree.
  const auto kappa = cohen_kappa(table_of({{20, 5}, {10, 15}}));
  ASSERT_TRUE(kappa);
  EXPECT_DOUBLE_EQ(kappa->observed, 0.7);
  EXPECT_DOUBLE_EQ(kappa->expected, 0.5);
  EXPECT_DOUBLE_EQ(kappa->value, 0.4);
}

// The diagnoses of two clinicians in Fleiss, Levin and Paik, "Statistical Methods for Rates and
// Proportions", chapter 18: kappa .68, standard error .087, and .076 under chance.
TEST(CohenKappa, HasTheStandardErrorsOfFleiss) {
  const auto kappa = cohen_kappa(table_of({{75, 1, 4}, {5, 4, 1}, {0, 0, 10}}));
  ASSERT_TRUE(kappa);
  EXPECT_NEAR(kappa->value, 0.68, 0.005);
  EXPECT_NEAR(kappa->standard_error, 0.087, 0.0008);
  EXPECT_NEAR(kappa->chance_error, 0.076, 0.0005);
}

// The standard error follows from the delta method: kappa's gradient under multinomial counts.
TEST(CohenKappa, HasTheErrorOfTheDeltaMethod) {
  const unsigned seed = 5;
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  std::mt19937 random(seed);
  const std::uint64_t step = 1'000'000;
  const std::uint64_t small_step = step / 1000;
  for (int round = 0; round < 20; ++round) {
    const std::size_t size = 2 + random() % 3;
    std::vector<std::vector<std::uint64_t>> rows(size, std::vector<std::uint64_t>(size));
    std::uint64_t total = 0;
    for (auto& row : rows) {
      // Counts are large, so that one more item is a small step.
      for (auto& count : row) total += count = (1 + random() % 20) * step;
    }
    const auto kappa = cohen_kappa(table_of(rows));
    ASSERT_TRUE(kappa);
    double mean = 0;
    double square = 0;
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t j = 0; j < size; ++j) {
        auto more = rows;
        more[i][j] += small_step;
        const double slope = (cohen_kappa(table_of(more))->value - kappa->value) *
                             static_cast<double>(total) / static_cast<double>(small_step);
        const double share = static_cast<double>(rows[i][j]) / static_cast<double>(total);
        mean += share * slope;
        square += share * slope * slope;
      }
    }
    const double error = std::sqrt((square - mean * mean) / static_cast<double>(total));
    EXPECT_NEAR(kappa->standard_error / error, 1, 1e-3);
  }
}

TEST(CohenKappa, IsNothingWhereChanceAlwaysAgrees) {
  EXPECT_FALSE(cohen_kappa(ConfusionTable(4)));
  EXPECT_FALSE(cohen_kappa(table_of({{0, 0}, {0, 7}})));
  EXPECT_EQ(cohen_kappa(table_of({{3, 0}, {0, 7}}))->value, 1);
  EXPECT_EQ(cohen_kappa(table_of({{0, 7}, {0, 0}}))->value, 0);
}

Judgements judged(const std::vector<std::int32_t>& grades) {
  Judgements judgements;
  for (std::size_t i = 0; i < grades.size(); ++i) {
    judgements.topic(i < 4 ? "A.1" : "A.2").add(std::to_string(i), grades[i]);
  }
  return judgements;
}

TEST(AssessorAgreement, ComparesWhatBothJudgedInTwoAndInFourWays) {
  const std::vector<Judgements> assessors = {judged({0, 1, 2, 3, 3, -1}),
                                             judged({0, 0, 2, 2, 3, 3}), judged({0, 1})};
  const Agreement agreement = assessor_agreement(assessors).value();
  ASSERT_EQ(agreement.pairs.size(), 3U);
  EXPECT_EQ(agreement.grades, (std::vector<std::int32_t>{0, 1, 2, 3}));
  EXPECT_EQ(agreement.pairs[0].items, 5U);
  // By grade, 3 of 5 agree; by chance (1*2 + 1*0 + 1*2 + 2*1) / 25 would agree.
  EXPECT_DOUBLE_EQ(agreement.pairs[0].graded->observed, 0.6);
  EXPECT_DOUBLE_EQ(agreement.pairs[0].graded->expected, 6.0 / 25);
  EXPECT_EQ(agreement.pairs[0].table.count(3, 2), 1U);
  EXPECT_EQ(agreement.pairs[0].binary->value, 1);
  // The first and the third have two items in common. They agree on both, and neither item is
  // relevant.
  EXPECT_EQ(agreement.pairs[1].graded->value, 1);
  EXPECT_FALSE(agreement.pairs[1].binary);
  EXPECT_EQ(agreement.pairs[2].graded->value, 0);
  ASSERT_TRUE(agreement.assessors[0].graded);
  EXPECT_DOUBLE_EQ(*agreement.assessors[0].graded, (9.0 / 19 + 1) / 2);
  EXPECT_DOUBLE_EQ(*agreement.mean.binary, 1);
  EXPECT_FALSE(agreement.assessors[2].binary);
}

TEST(AssessorAgreement, CanBeOfOneTopic) {
  const std::vector<Judgements> assessors = {judged({0, 1, 2, 3, 3, 2}),
                                             judged({0, 1, 2, 3, 0, 0})};
  EXPECT_EQ(assessor_agreement(assessors, {.threshold = 2, .topic = "A.1"})->mean.graded, 1);
  EXPECT_EQ(assessor_agreement(assessors, {.threshold = 2, .topic = "A.2"})->mean.graded, 0);
  EXPECT_EQ(assessor_agreement(assessors, {.threshold = 2, .topic = "A.3"})->pairs[0].items, 0U);
}

TEST(AssessorAgreement, RefusesWhatHasTooManyDifferentGrades) {
  std::vector<std::int32_t> grades(kMaxGrades);
  std::iota(grades.begin(), grades.end(), 0);
  std::vector<Judgements> assessors(2, judged(grades));
  EXPECT_TRUE(assessor_agreement(assessors));
  grades.push_back(5'000);
  assessors.assign(2, judged(grades));
  const auto refused = assessor_agreement(assessors);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "the assessors gave more than 100 different grades");
}

}  // namespace
}  // namespace noether::evaluation
