#include "noether/train/generate/written_batch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "noether/neural/generate/decoding.h"
#include "noether/train/generate/written_batch.h"
#include "noether/train/pretrain/tiny_pieces.h"

namespace noether::train {
namespace {

using neural::TokenId;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr TokenId kEnd = 1;

GenerateConfig small(GenerateLoss loss) {
  GenerateConfig config;
  config.sequence_tokens = 16;
  config.batch = 1;
  config.loss = loss;
  return config;
}

std::vector<TokenId> counting(TokenId first, std::size_t count) {
  std::vector<TokenId> tokens(count);
  for (std::size_t i = 0; i < count; ++i) tokens[i] = first + static_cast<TokenId>(i);
  return tokens;
}

std::vector<WrittenSequence> all_of(const PieceCorpus& corpus, GenerateLoss loss) {
  return WrittenSampler::fixed(corpus, small(loss), kEnd, 1 << 20);
}

TEST(WrittenSampler, LearnsSolutionsAloneOrEverything) {
  const PieceCorpus corpus = tiny_corpus({{{10, 11}, {20, 21}}, {{30, 31}}});
  const auto solutions = all_of(corpus, GenerateLoss::Solution);
  ASSERT_EQ(solutions.size(), 2U);
  EXPECT_THAT(solutions[0].tokens, ElementsAre(10, 11, 20, 21, kEnd));
  EXPECT_EQ(solutions[0].first_learnt, 2U);
  EXPECT_THAT(solutions[1].tokens, ElementsAre(30, 31, kEnd));
  EXPECT_EQ(solutions[1].first_learnt, 1U);
  EXPECT_EQ(all_of(corpus, GenerateLoss::All)[0].first_learnt, 1U);
}

TEST(WrittenSampler, CutsLongTextsIntoSequencesWithoutLosingTokens) {
  const PieceCorpus corpus = tiny_corpus({{counting(0, 40)}});
  std::vector<TokenId> joined;
  for (const WrittenSequence& sequence : all_of(corpus, GenerateLoss::All)) {
    EXPECT_LE(sequence.tokens.size(), 16U);
    joined.insert(joined.end(), sequence.tokens.begin(), sequence.tokens.end());
  }
  std::vector<TokenId> expected = counting(0, 40);
  expected.push_back(kEnd);
  EXPECT_EQ(joined, expected);
}

TEST(WrittenSampler, CutsProblemsToHalfOfTheSequenceAndSolutionsToTheRest) {
  const PieceCorpus corpus = tiny_corpus({{counting(0, 25), counting(25, 20)}});
  const auto sequences = all_of(corpus, GenerateLoss::Solution);
  ASSERT_EQ(sequences.size(), 1U);
  std::vector<TokenId> expected = neural::cut_prompt(counting(0, 25), 8);
  const auto solution = counting(25, 8);
  expected.insert(expected.end(), solution.begin(), solution.end());
  EXPECT_EQ(sequences[0].tokens, expected);
  EXPECT_EQ(sequences[0].first_learnt, 8U);
}

TEST(WrittenSampler, TakesEverySequenceOnceInAnEpoch) {
  const PieceCorpus corpus = counting_corpus(30);
  GenerateConfig config = small(GenerateLoss::All);
  config.batch = 48;
  const auto sampler = WrittenSampler::create(corpus, config, kEnd).value();
  const std::uint64_t batches = sampler.sequences() / sampler.sequences_per_batch();
  std::map<std::vector<TokenId>, int> seen;
  for (std::uint64_t batch = 0; batch < batches; ++batch) {
    for (const WrittenSequence& sequence : sampler.sample(batch)) ++seen[sequence.tokens];
  }
  for (const auto& [tokens, count] : seen) EXPECT_EQ(count, 1);
  EXPECT_EQ(seen.size(), batches * sampler.sequences_per_batch());
  const auto tokens_of = [](const std::vector<WrittenSequence>& sequences) {
    std::vector<std::vector<TokenId>> tokens;
    for (const WrittenSequence& sequence : sequences) tokens.push_back(sequence.tokens);
    return tokens;
  };
  EXPECT_EQ(tokens_of(sampler.sample(1)), tokens_of(sampler.sample(1)));
  EXPECT_NE(tokens_of(sampler.sample(0)), tokens_of(sampler.sample(batches)));
}

TEST(WrittenSampler, RefusesABatchLargerThanTheTexts) {
  GenerateConfig config = small(GenerateLoss::All);
  config.batch = 1000;
  const PieceCorpus corpus = tiny_corpus({{{10, 11}}});
  EXPECT_THAT(WrittenSampler::create(corpus, config, kEnd).error().message, HasSubstr("only 3"));
}

TEST(WrittenBatch, PredictsTheTokenBehindEachRow) {
  const std::vector<WrittenSequence> sequences = {{{10, 11, 20, 21, kEnd}, 2}, {{30, 31}, 1}};
  const WrittenBatch batch = pack_written(sequences, false);
  const auto value = [](const torch::Tensor& of, std::int64_t at) { return of[at].item<long>(); };
  ASSERT_EQ(batch.rows.size(0), 4);
  const std::vector<long> before = {11, 20, 21, 30};
  const std::vector<long> behind = {20, 21, kEnd, 31};
  for (std::int64_t i = 0; i < 4; ++i) {
    EXPECT_EQ(value(batch.packed.tokens, value(batch.rows, i)),
              before[static_cast<std::size_t>(i)]);
    EXPECT_EQ(value(batch.words, i), behind[static_cast<std::size_t>(i)]);
  }
}

}  // namespace
}  // namespace noether::train
