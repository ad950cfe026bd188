#include "noether/train/cross/training_lists.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "noether/train/cross/tiny_lists.h"

namespace noether::train {
namespace {

CrossConfig two_lists_a_batch() {
  CrossConfig config;
  config.batch = 2;
  config.texts = 4;
  return config;
}

TEST(ListSampler, TakesEveryListOfUseOnceInAnEpoch) {
  const auto lists = random_lists({{1, 0}, {0, 0}, {2, 0}, {-1, 1}, {3, 1}, {1, 0}});
  const auto sampler = ListSampler::create(lists, two_lists_a_batch()).value();
  EXPECT_EQ(sampler.lists(), 4U);
  for (std::uint64_t epoch = 0; epoch < 3; ++epoch) {
    std::set<std::uint64_t> taken;
    for (std::uint64_t b = 0; b < 2; ++b) {
      for (const SampledList& of : sampler.sample(2 * epoch + b)) {
        EXPECT_TRUE(taken.insert(of.list).second);
        EXPECT_EQ(of.entries.size(), 2U);
      }
    }
    EXPECT_EQ(taken, (std::set<std::uint64_t>{0, 2, 4, 5}));
  }
}

TEST(ListSampler, TakesRightAndWrongTextsByTurnsAndNoneWithoutAGrade) {
  const auto lists = random_lists({{0, 0, 0, 0, 0, 0, 1, 2, 3, -1, -1}, {1, 0, 0, 0, 0, -1}});
  const auto sampler = ListSampler::create(lists, two_lists_a_batch()).value();
  std::set<std::uint64_t> seen;
  for (std::uint64_t b = 0; b < 60; ++b) {
    for (const SampledList& of : sampler.sample(b)) {
      ASSERT_EQ(of.entries.size(), 4U);
      int right = 0;
      for (const std::uint64_t entry : of.entries) {
        EXPECT_NE(lists.grades[entry], -1);
        right += lists.grades[entry] > 0 ? 1 : 0;
        seen.insert(entry);
      }
      EXPECT_EQ(right, of.list == 0 ? 2 : 1);
    }
  }
  EXPECT_EQ(seen.size(), 14U);
}

TEST(ListSampler, GivesTheSameBatchForTheSameNumber) {
  const auto lists = random_lists({{0, 0, 0, 1, 1}, {1, 0, 1}, {0, 2, 0, 3}});
  const auto sampler = ListSampler::create(lists, two_lists_a_batch()).value();
  std::set<std::vector<std::uint64_t>> batches;
  for (std::uint64_t b = 0; b < 10; ++b) {
    const auto once = sampler.sample(b);
    const auto again = sampler.sample(b);
    std::vector<std::uint64_t> entries;
    for (std::size_t i = 0; i < once.size(); ++i) {
      EXPECT_EQ(once[i].entries, again[i].entries);
      entries.insert(entries.end(), once[i].entries.begin(), once[i].entries.end());
    }
    batches.insert(entries);
  }
  EXPECT_GT(batches.size(), 5U);
}

TEST(ListSampler, RefusesTooFewLists) {
  const auto lists = random_lists({{1, 0}, {0, 0}, {1, 1}});
  const auto sampler = ListSampler::create(lists, two_lists_a_batch());
  ASSERT_FALSE(sampler);
  EXPECT_EQ(sampler.error().message,
            "a batch has 2 lists, and only 1 of the 3 have texts of different grades");
}

}  // namespace
}  // namespace noether::train
