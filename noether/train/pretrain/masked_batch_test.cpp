#include "noether/train/pretrain/masked_batch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "noether/neural/transformer/transformer.h"
#include "noether/train/core/numeric_gradient.h"
#include "noether/train/pretrain/tiny_pieces.h"
#include "noether/train/text/text_encoder.h"
#include "noether/train/text/tiny_transformer.h"

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

// The sequence with its true tokens, including special tokens.
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
  // Pieces of four words; a longer piece is split where the sequence is full.
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
  // A random token may by chance be the mask or the right one.
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
      // Token numbers ascend through the text, so the token after the border tells which segment
      // came first.
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
              HasSubstr("leave no room beside 3 special tokens"));
}

using neural::TransformerConfig;

TransformerConfig bert_with_heads() {
  TransformerConfig config = tiny_bert();
  config.head.words = true;
  config.head.pooler = neural::Activation::Tanh;
  config.head.order = true;
  return config;
}

std::vector<MaskedSequence> some_sequences() {
  return {{{2, 11, 4, 3, 13, 3}, {2, 4}, {12, 14}, 4, false},
          {{2, 4, 3}, {1}, {15}, 0, std::nullopt},
          {{2, 16, 4, 18, 3, 4, 3}, {2, 5}, {17, 19}, 5, true}};
}

std::vector<std::int64_t> numbers(const torch::Tensor& tensor) {
  const torch::Tensor wide = tensor.to(torch::kInt64).contiguous();
  const auto* const data = wide.data_ptr<std::int64_t>();
  return {data, data + wide.numel()};
}

TEST(MaskedBatch, KnowsTheRowsOfWhatIsToBeFound) {
  const MaskedBatch batch = pack_masked(some_sequences(), /*pinned=*/false);
  // The shortest first.
  EXPECT_THAT(numbers(batch.packed.tokens),
              ElementsAre(2, 4, 3, 2, 11, 4, 3, 13, 3, 2, 16, 4, 18, 3, 4, 3));
  EXPECT_THAT(numbers(batch.packed.segments),
              ElementsAre(0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 1, 1));
  EXPECT_THAT(numbers(batch.rows), ElementsAre(5, 7, 1, 11, 14));
  EXPECT_THAT(numbers(batch.words), ElementsAre(12, 14, 15, 17, 19));
  EXPECT_THAT(numbers(batch.first_rows), ElementsAre(3, 9));
  EXPECT_THAT(numbers(batch.swapped), ElementsAre(0, 1));
}

// Compares the results with and without LibTorch.
void expect_same_scores(const TransformerConfig& config) {
  ASSERT_EQ(config.problem(), std::nullopt);
  const neural::TransformerWeights weights = neural::random_weights(config, 5);
  const neural::Transformer transformer(config, weights);
  const torch::Tensor flat = flat_weights(config, weights, config.head);
  ParameterViews views;
  std::int64_t begin = 0;
  for (const ParameterSpec& spec : text_parameters(config, config.head)) {
    views.emplace(spec.name, flat.narrow(0, begin, spec.count()).view(spec.shape));
    begin += spec.count();
  }
  ASSERT_EQ(begin, flat.numel());

  const MaskedSequence sequence = some_sequences()[config.head.order ? 0 : 1];
  const MaskedBatch batch = pack_masked(std::span(&sequence, 1), /*pinned=*/false);
  const torch::Tensor hidden = hidden_states(config, views, batch.packed);
  std::vector<std::uint8_t> segments(sequence.tokens.size(), 0);
  if (sequence.swapped) std::fill(segments.begin() + sequence.second_begin, segments.end(), 1);
  neural::Transformer::Workspace workspace;
  const std::vector<std::size_t> lengths = {sequence.tokens.size()};
  const auto expected = transformer.run({sequence.tokens, lengths, segments}, workspace);
  const auto same = [](const torch::Tensor& found, std::span<const float> right) {
    const torch::Tensor row = found.contiguous();
    ASSERT_EQ(row.numel(), std::ssize(right));
    for (std::size_t i = 0; i < right.size(); ++i) {
      ASSERT_NEAR(row.data_ptr<float>()[i], right[i], 1e-4) << "number " << i;
    }
  };
  same(hidden, expected);
  same(word_scores(config, views, hidden), transformer.heads().words(expected));
  if (!config.head.order) return;
  same(order_scores(config, views, hidden.narrow(0, 0, 1)),
       transformer.heads().order(transformer.heads().pooled(expected.subspan(0, config.width))));
}

TEST(MaskedBatch, HasTheScoresOfNeuralsHeads) {
  expect_same_scores(bert_with_heads());
  TransformerConfig albert = bert_with_heads();
  albert.stored_layers = 1;
  albert.embedding_width = 8;
  albert.head.words_activation = neural::Activation::GeluTanh;
  expect_same_scores(albert);
  TransformerConfig untied = bert_with_heads();
  untied.head.words_tied = false;
  expect_same_scores(untied);
  TransformerConfig roberta = bert_with_heads();
  roberta.segments = 1;
  roberta.position_offset = 2;
  roberta.head.order = false;
  roberta.head.pooler = std::nullopt;
  expect_same_scores(roberta);
}

TEST(MaskedLosses, AreMeansOverWhatIsToBeFound) {
  const TransformerConfig config = bert_with_heads();
  Parameters parameters(text_parameters(config, config.head), 1, torch::kCPU, torch::kFloat64);
  // Zero weights give all tokens the same score.
  const MaskedLosses losses = masked_losses(config, parameters.views(torch::kFloat64),
                                            pack_masked(some_sequences(), /*pinned=*/false));
  EXPECT_NEAR(losses.words.item<double>(), std::log(50.0), 1e-9);
  EXPECT_NEAR(losses.order.item<double>(), std::log(2.0), 1e-9);
  const MaskedSequence alone = some_sequences()[1];
  EXPECT_EQ(masked_losses(config, parameters.views(torch::kFloat64),
                          pack_masked(std::span(&alone, 1), /*pinned=*/false))
                .order.item<double>(),
            0);
}

void expect_gradients(const TransformerConfig& config) {
  std::vector<ParameterSpec> specs = text_parameters(config, config.head);
  for (ParameterSpec& spec : specs) spec.deviation = 0.5;
  Parameters parameters(std::move(specs), 3, torch::kCPU, torch::kFloat64);
  const MaskedBatch batch = pack_masked(some_sequences(), /*pinned=*/false);
  expect_gradient_is_slope(parameters, [&](const ParameterViews& weights) {
    const MaskedLosses losses = masked_losses(config, weights, batch);
    return losses.words + 0.7 * losses.order;
  });
}

TEST(MaskedLosses, HaveGradientsThatAreTheirSlopes) {
  expect_gradients(bert_with_heads());
  TransformerConfig albert = bert_with_heads();
  albert.stored_layers = 1;
  albert.embedding_width = 8;
  expect_gradients(albert);
}

}  // namespace
}  // namespace noether::train
