#include "noether/index/features/feature.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "noether/base/test_seed.h"

namespace noether::index {
namespace {

TEST(FeatureCounter, CountsInTheOrderOfFirstAppearance) {
  FeatureCounter counter;
  for (const std::uint64_t key : {7u, 3u, 7u, 9u, 7u, 3u}) counter.add(key);
  ASSERT_EQ(counter.counts().size(), 3u);
  EXPECT_EQ(counter.counts()[0], (FeatureCount{7, 3}));
  EXPECT_EQ(counter.counts()[1], (FeatureCount{3, 2}));
  EXPECT_EQ(counter.counts()[2], (FeatureCount{9, 1}));
}

TEST(FeatureCounter, ForgetsEverythingWhenCleared) {
  FeatureCounter counter;
  counter.add(7);
  counter.clear();
  EXPECT_TRUE(counter.counts().empty());
  counter.add(7);
  EXPECT_EQ(counter.counts()[0], (FeatureCount{7, 1}));
}

TEST(FeatureCounter, CountsAsAMapDoesBeyondItsFirstSize) {
  const std::uint64_t seed = base::test_seed();
  SCOPED_TRACE(seed);
  std::mt19937_64 random(seed);
  FeatureCounter counter;
  for (const std::uint64_t distinct : {std::uint64_t{20}, std::uint64_t{5000}}) {
    std::map<std::uint64_t, std::uint32_t> expected;
    counter.clear();
    for (int i = 0; i < 20'000; ++i) {
      // Multiples of a power of two all begin at the same few slots.
      const std::uint64_t key = (random() % distinct) << 12;
      ++expected[key];
      counter.add(key);
    }
    ASSERT_EQ(counter.counts().size(), expected.size());
    for (const FeatureCount& feature : counter.counts()) {
      EXPECT_EQ(feature.count, expected[feature.key]);
    }
  }
}

}  // namespace
}  // namespace noether::index
