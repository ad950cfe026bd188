#include "noether/answer/confidence.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace noether::answer {
namespace {

TEST(Confidence, GrowsWithTheEvidence) {
  const ConfidenceModel& model = shipped_confidence();
  const double none = confidence_of({.standing = 0}, model);
  EXPECT_LT(none, kEnough);
  EXPECT_GT(confidence_of({.thread = 0.5, .standing = 0}, model), none);
  EXPECT_GT(confidence_of({.thread = 0.5, .standing = 4}, model),
            confidence_of({.thread = 0.5, .standing = 0}, model));
  EXPECT_GT(confidence_of({.thread = 0.5, .lead = 0.1, .standing = 4}, model),
            confidence_of({.thread = 0.5, .standing = 4}, model));
  EXPECT_GT(confidence_of({.thread = 1, .lead = 0.2, .standing = 10}, model), 0.5);
}

TEST(Confidence, TakesTheUsualStandingWhereNotAllAnswersAreRanked) {
  const ConfidenceModel& model = shipped_confidence();
  EXPECT_EQ(confidence_of({.thread = 0.7}, model),
            confidence_of({.thread = 0.7, .standing = Evidence::kUsualStanding}, model));
}

TEST(ScoreSpread, SaysHowFarAScoreStandsOut) {
  const std::vector<search::ScoredUnit> scores = {{0, 7}, {1, 1}, {2, 1}, {3, 1}, {4, 0}};
  const ScoreSpread spread = ScoreSpread::of(scores);
  EXPECT_NEAR(spread.mean, 2, 1e-12);
  EXPECT_NEAR(spread.standing(7), 5 / std::sqrt(6.4), 1e-12);
  EXPECT_EQ(ScoreSpread::of({}).standing(3), 0);
}

TEST(Confidence, ByWordsIsNeverLarge) {
  EXPECT_EQ(confidence_by_words({}), 0);
  EXPECT_LT(confidence_by_words({.own = 1, .thread = 1, .lead = 1}), 0.5);
  EXPECT_GT(confidence_by_words({.thread = 1}), kEnough);
}

}  // namespace
}  // namespace noether::answer
