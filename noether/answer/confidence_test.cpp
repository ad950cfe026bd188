#include "noether/answer/confidence.h"

#include <gtest/gtest.h>

namespace noether::answer {
namespace {

TEST(Confidence, GrowsWithTheEvidence) {
  const ConfidenceModel& model = shipped_confidence();
  const double none = confidence_of({}, model);
  EXPECT_LT(none, kEnough);
  EXPECT_GT(confidence_of({.own = 0.5}, model), none);
  EXPECT_GT(confidence_of({.own = 0.5, .thread = 0.6}, model), confidence_of({.own = 0.5}, model));
  EXPECT_GT(confidence_of({.own = 1, .thread = 1, .lead = 0.2}, model), 0.5);
}

TEST(Confidence, ByWordsIsNeverLarge) {
  EXPECT_EQ(confidence_by_words({}), 0);
  EXPECT_LT(confidence_by_words({.own = 1, .thread = 1, .lead = 1}), 0.5);
  EXPECT_GT(confidence_by_words({.thread = 1}), kEnough);
}

}  // namespace
}  // namespace noether::answer
