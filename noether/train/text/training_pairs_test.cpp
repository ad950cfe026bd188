#include "noether/train/text/training_pairs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <set>

namespace noether::train {
namespace {

constexpr neural::TokenId kBefore = 1000;
constexpr neural::TokenId kAfter = 1001;

// The second text of pair p has 100 tokens: p, p + 1, ...; the first text has only p.
TokenizedPairs counting_pairs(std::uint32_t count) {
  TokenizedPairs pairs;
  pairs.kind_names = {"title-body"};
  pairs.before = {kBefore};
  pairs.after = {kAfter};
  for (std::uint32_t p = 0; p < count; ++p) {
    std::vector<neural::TokenId> second(100);
    std::iota(second.begin(), second.end(), p);
    pairs.add(std::vector<neural::TokenId>{p}, second, p / 2, 0);
  }
  return pairs;
}

TextConfig small_batches() {
  TextConfig config;
  config.batch = 4;
  config.first_tokens = 5;
  config.second_tokens = 12;
  return config;
}

TEST(PairSampler, TakesEveryPairOnceInAnEpoch) {
  const TokenizedPairs pairs = counting_pairs(20);
  const auto sampler = PairSampler::create(pairs, small_batches()).value();
  for (std::uint64_t epoch = 0; epoch < 2; ++epoch) {
    std::set<neural::TokenId> taken;
    for (std::uint64_t batch = 5 * epoch; batch < 5 * epoch + 5; ++batch) {
      const SampledPairs sampled = sampler.sample(batch);
      ASSERT_EQ(sampled.texts.size(), 8U);
      for (std::size_t i = 0; i < 4; ++i) {
        ASSERT_THAT(sampled.texts[i], testing::ElementsAre(kBefore, testing::_, kAfter));
        const neural::TokenId pair = sampled.texts[i][1];
        taken.insert(pair);
        EXPECT_EQ(sampled.groups[i], pair / 2);
        EXPECT_GE(sampled.texts[4 + i][1], pair);
      }
    }
    EXPECT_EQ(taken.size(), 20U);
  }
}

TEST(PairSampler, ReadsWindowsOfSecondTextsAndOftenTheirBeginning) {
  const TokenizedPairs pairs = counting_pairs(20);
  const auto sampler = PairSampler::create(pairs, small_batches()).value();
  std::map<neural::TokenId, int> places;
  for (std::uint64_t batch = 0; batch < 500; ++batch) {
    const SampledPairs sampled = sampler.sample(batch);
    for (std::size_t i = 0; i < 4; ++i) {
      const auto& window = sampled.texts[4 + i];
      ASSERT_EQ(window.size(), 12U);
      EXPECT_EQ(window.front(), kBefore);
      EXPECT_EQ(window.back(), kAfter);
      EXPECT_EQ(window[10], window[1] + 9);
      ++places[window[1] - sampled.texts[i][1]];
    }
  }
  EXPECT_EQ(places.rbegin()->first, 90U);
  EXPECT_EQ(places.size(), 91U);
  EXPECT_NEAR(places[0] / 2000.0, 0.3 + 0.7 / 91, 0.05);
}

TEST(PairSampler, MakesABatchFromItsNumberAndTheSeed) {
  const TokenizedPairs pairs = counting_pairs(20);
  TextConfig config = small_batches();
  const auto sampler = PairSampler::create(pairs, config).value();
  EXPECT_EQ(sampler.sample(3).texts, sampler.sample(3).texts);
  EXPECT_NE(sampler.sample(3).texts, sampler.sample(4).texts);
  config.seed = 2;
  EXPECT_NE(PairSampler::create(pairs, config)->sample(3).texts, sampler.sample(3).texts);
}

TEST(PairSampler, RefusesBatchesThatCannotBeFilled) {
  const auto refused = PairSampler::create(counting_pairs(3), small_batches());
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "a batch has 4 pairs, and there are only 3");
}

}  // namespace
}  // namespace noether::train
