#include "noether/server/answer_cache.h"

#include <gtest/gtest.h>

namespace noether::server {
namespace {

TEST(AnswerCache, ForgetsWhatWasAskedForLongestAgo) {
  AnswerCache cache;
  EXPECT_FALSE(cache.find("0"));
  for (std::size_t i = 0; i < AnswerCache::kMostAnswers; ++i) {
    cache.add(std::to_string(i), "answer " + std::to_string(i));
  }
  EXPECT_EQ(cache.find("0"), "answer 0");
  cache.add("new", "one more");
  EXPECT_EQ(cache.find("0"), "answer 0");
  EXPECT_FALSE(cache.find("1"));
  EXPECT_EQ(cache.find("new"), "one more");
}

TEST(AnswerCache, KeepsTheLastAnswerToAQuestion) {
  AnswerCache cache;
  cache.add("why", "first");
  cache.add("why", "second");
  EXPECT_EQ(cache.find("why"), "second");
}

}  // namespace
}  // namespace noether::server
