#include "noether/train/pretrain/sequence_sampler.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "noether/train/pretrain/tiny_pieces.h"

namespace noether::train {
namespace {

using neural::TokenId;
using testing::ElementsAre;
using testing::HasSubstr;

PretrainConfig sampling(std::uint32_t tokens, double order, std::uint32_t batch = 1) {
  PretrainConfig config;
  config.sequence_tokens = tokens;
  config.order = order;
  config.batch = batch;
  return config;
}

// The sequence with what stands there in truth, special tokens too.
std::vector<TokenId> truth(const MaskedSequence& sequence) {
  std::vector<TokenId> tokens = sequence.tokens;
  for (std::size_t i = 0; i < sequence.places.size(); ++i) {
    tokens[sequence.places[i]] = sequence.words[i];
  }
  return tokens;
}

std::vector<std::vector<TokenId>> all_sequences(const SequenceSampler& sampler) {
  std::vector<std::vector<TokenId>> all;
  for (std::uint64_t batch = 0; batch < sampler.sequences() / sampler.sequences_per_batch();
       ++batch) {
    for (const MaskedSequence& sequence : sampler.sample(batch)) all.push_back(truth(sequence));
  }
  std::ranges::sort(all);
  return all;
}

TEST(SequenceSampler, PutsWholePiecesOfOneTextIntoASequence) {
  const PieceCorpus corpus =
      tiny_corpus({{{11, 12}, {13, 14}, {15}}, {{21}}, {{31, 32, 33, 34, 35, 36, 37}, {38}}});
  const auto sampler = SequenceSampler::create(corpus, sampling(6, 0)).value();
  // Of four words; a piece that is longer is cut where the sequence is full.
  EXPECT_THAT(
      all_sequences(sampler),
      ElementsAre(ElementsAre(2, 11, 12, 13, 14, 3), ElementsAre(2, 15, 3), ElementsAre(2, 21, 3),
                  ElementsAre(2, 31, 32, 33, 34, 3), ElementsAre(2, 35, 36, 37, 38, 3)));
}

TEST(SequenceSampler, TakesEverySequenceOncePerEpochAndInAnotherOrder) {
  const PieceCorpus corpus = counting_corpus(40);
  const auto sampler = SequenceSampler::create(corpus, sampling(20, 0, 85)).value();
  EXPECT_EQ(sampler.sequences(), 40U);
  EXPECT_EQ(sampler.sequences_per_batch(), 5U);
  EXPECT_EQ(sampler.tokens_per_batch(), 85U);
  const auto epoch = [&](std::uint64_t number) {
    std::vector<TokenId> firsts;
    for (std::uint64_t batch = 8 * number; batch < 8 * (number + 1); ++batch) {
      for (const MaskedSequence& sequence : sampler.sample(batch)) {
        firsts.push_back(truth(sequence)[1]);
      }
    }
    return firsts;
  };
  const auto first = epoch(0);
  EXPECT_EQ(std::set(first.begin(), first.end()).size(), 40U);
  EXPECT_NE(first, epoch(1));
  EXPECT_EQ(first, epoch(0));
}

TEST(SequenceSampler, HidesTheShareThatIsAskedForEightyTenTen) {
  const PieceCorpus corpus = counting_corpus(100);
  const auto sampler = SequenceSampler::create(corpus, sampling(20, 0, 1700)).value();
  double words = 0;
  double chosen = 0;
  double hidden = 0;
  double kept = 0;
  std::map<TokenId, int> replacements;
  for (std::uint64_t batch = 0; batch < 200; ++batch) {
    for (const MaskedSequence& sequence : sampler.sample(batch)) {
      words += 15;
      chosen += static_cast<double>(sequence.places.size());
      for (std::size_t i = 0; i < sequence.places.size(); ++i) {
        EXPECT_TRUE(sequence.places[i] > 0 && sequence.places[i] <= 15) << "a special token";
        const TokenId seen = sequence.tokens[sequence.places[i]];
        if (seen == kTinyMask) {
          ++hidden;
        } else if (seen == sequence.words[i]) {
          ++kept;
        } else {
          ++replacements[seen];
        }
      }
    }
  }
  EXPECT_NEAR(chosen / words, 0.15, 0.002);
  // A random token is the mask or the right one now and then.
  EXPECT_NEAR(hidden / chosen, 0.8 + 0.1 / 50, 0.01);
  EXPECT_NEAR(kept / chosen, 0.1 + 0.1 / 50, 0.01);
  EXPECT_EQ(replacements.size(), 49U) << "all but the mask";
}

TEST(SequenceSampler, HidesOtherTokensEachTime) {
  const PieceCorpus corpus = counting_corpus(1);
  const auto sampler = SequenceSampler::create(corpus, sampling(20, 0)).value();
  std::set<std::vector<std::uint32_t>> places;
  for (std::uint64_t epoch = 0; epoch < 20; ++epoch) places.insert(sampler.sample(epoch)[0].places);
  EXPECT_GT(places.size(), 10U);
}

TEST(SequenceSampler, SwapsHalfOfTheSegmentsAndSaysWhich) {
  const PieceCorpus corpus = counting_corpus(10);
  const auto sampler = SequenceSampler::create(corpus, sampling(20, 1, 180)).value();
  int swapped = 0;
  std::set<std::uint32_t> borders;
  for (std::uint64_t batch = 0; batch < 100; ++batch) {
    for (const MaskedSequence& sequence : sampler.sample(batch)) {
      ASSERT_TRUE(sequence.swapped);
      const std::vector<TokenId> tokens = truth(sequence);
      ASSERT_EQ(tokens.size(), 18U);
      const std::uint32_t second = sequence.second_begin;
      EXPECT_EQ(tokens[second - 1], 3U);
      EXPECT_EQ(tokens.back(), 3U);
      // Tokens count up through the text, so the one behind the border tells which came first.
      const TokenId end_of_first = tokens[second - 2];
      const TokenId begin_of_second = tokens[second];
      const bool in_order = begin_of_second == 10 + (end_of_first - 10 + 1) % 40;
      EXPECT_EQ(*sequence.swapped, !in_order);
      swapped += *sequence.swapped ? 1 : 0;
      borders.insert(second);
    }
  }
  EXPECT_NEAR(swapped, 500, 80);
  EXPECT_THAT(borders, ElementsAre(7, 12)) << "where pieces end";
}

TEST(SequenceSampler, HasOneSegmentOfATextOfOnePiece) {
  const PieceCorpus corpus = tiny_corpus({{{11, 12, 13}}});
  const auto sampler = SequenceSampler::create(corpus, sampling(20, 1)).value();
  const MaskedSequence sequence = sampler.sample(0)[0];
  EXPECT_FALSE(sequence.swapped);
  EXPECT_THAT(truth(sequence), ElementsAre(2, 11, 12, 13, 3));
  EXPECT_EQ(sequence.places.size(), 1U) << "something is always to be found";
}

TEST(SequenceSampler, FixesWhatIsValidatedWith) {
  const PieceCorpus corpus = counting_corpus(40);
  PretrainConfig config = sampling(20, 1, 85);
  const auto some = SequenceSampler::fixed(corpus, config, 180);
  ASSERT_EQ(some.size(), 10U);
  config.seed = 7;
  const auto again = SequenceSampler::fixed(corpus, config, 180);
  for (std::size_t i = 0; i < some.size(); ++i) EXPECT_EQ(some[i].tokens, again[i].tokens);
  EXPECT_EQ(SequenceSampler::fixed(corpus, config, 1 << 20).size(), 40U);
}

TEST(SequenceSampler, RefusesBatchesAndSequencesThatCannotBe) {
  const PieceCorpus corpus = counting_corpus(2);
  EXPECT_THAT(SequenceSampler::create(corpus, sampling(20, 0, 100)).error().message,
              HasSubstr("a batch has 100 tokens, and there are only 34"));
  PretrainConfig config = sampling(20, 1);
  config.sequence_tokens = 3;
  EXPECT_THAT(SequenceSampler::create(corpus, config).error().message,
              HasSubstr("leave no room beside 3 special ones"));
}

}  // namespace
}  // namespace noether::train
