// Tests tokens, their overlap, and BERTScore, with small cases computed by hand.

#include "noether/evaluation/answers/answer_measures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

namespace noether::evaluation {
namespace {

using Strings = std::vector<std::string>;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(TokenF1, CountsEveryTokenAsOftenAsBothHaveIt) {
  // Two of three are common to the left, two of four to the right: 2 * (2/3 * 1/2) / (7/6) = 4/7.
  EXPECT_DOUBLE_EQ(token_f1(Strings{"a", "a", "b"}, Strings{"a", "b", "c", "d"}), 4.0 / 7);
  EXPECT_EQ(token_f1(Strings{"x", "y"}, Strings{"y", "x"}), 1);
  EXPECT_EQ(token_f1(Strings{"x"}, Strings{"y"}), 0);
  EXPECT_EQ(token_f1(Strings{}, Strings{"y"}), 0);
  EXPECT_EQ(token_f1(Strings{}, Strings{}), 1);
}

TEST(BertScore, MatchesEachTokenWithTheMostSimilar) {
  // Lengths do not matter. Cosines: the first of the answer 1 and .6, the second 0 and .8.
  const TokenEmbeddings answer = unit_embeddings(2, 2, {2, 0, 0, 3});
  const TokenEmbeddings reference = unit_embeddings(2, 2, {5, 0, 3, 4});
  const BertScore score = bert_score(answer, reference);
  EXPECT_NEAR(score.precision, 0.9, 1e-7);
  EXPECT_NEAR(score.recall, 0.9, 1e-7);
  EXPECT_NEAR(score.f1, 0.9, 1e-7);
}

TEST(BertScore, WeighsTokens) {
  const TokenEmbeddings answer = unit_embeddings(2, 2, {1, 0, 0, 1}, {3, 1});
  const TokenEmbeddings reference = unit_embeddings(1, 2, {1, 0}, {7});
  const BertScore score = bert_score(answer, reference);
  EXPECT_DOUBLE_EQ(score.precision, 0.75);
  EXPECT_DOUBLE_EQ(score.recall, 1);
  EXPECT_DOUBLE_EQ(score.f1, 1.5 / 1.75);
}

TEST(BertScore, IsNothingWithoutTokensOrVectors) {
  const TokenEmbeddings some = unit_embeddings(1, 2, {1, 0});
  EXPECT_EQ(bert_score(TokenEmbeddings{0, 2, {}, {}}, some).f1, 0);
  EXPECT_EQ(bert_score(unit_embeddings(1, 2, {0, 0}), some).f1, 0);
  EXPECT_EQ(bert_score(unit_embeddings(1, 2, {1, 0}, {0}), some).precision, 0);
  EXPECT_EQ(bert_score(unit_embeddings(1, 2, {-1, 0}), some).f1, 0);
}

// Computes in doubles, without lanes, directly from the definition.
BertScore plain_bert_score(const TokenEmbeddings& answer, const TokenEmbeddings& reference) {
  const auto mean_best = [](const TokenEmbeddings& from, const TokenEmbeddings& to) {
    double sum = 0;
    for (std::size_t i = 0; i < from.tokens; ++i) {
      double best = -1;
      for (std::size_t j = 0; j < to.tokens; ++j) {
        double cosine = 0;
        for (std::size_t k = 0; k < from.dimensions; ++k) {
          cosine += static_cast<double>(from.row(i)[k]) * static_cast<double>(to.row(j)[k]);
        }
        best = std::max(best, cosine);
      }
      sum += best;
    }
    return sum / static_cast<double>(from.tokens);
  };
  const double precision = mean_best(answer, reference);
  const double recall = mean_best(reference, answer);
  return {precision, recall, 2 * precision * recall / (precision + recall)};
}

TEST(BertScore, EqualsItsDefinitionOnRandomVectors) {
  const unsigned seed = 41;
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  std::mt19937 random(seed);
  const auto random_embeddings = [&](std::size_t tokens, std::size_t dimensions) {
    std::vector<float> values(tokens * dimensions);
    for (float& value : values) value = static_cast<float>(random() % 2001) / 1000 - 0.7F;
    return unit_embeddings(tokens, dimensions, values);
  };
  for (const std::size_t dimensions : {1U, 7U, 8U, 9U, 64U, 100U}) {
    const TokenEmbeddings answer = random_embeddings(1 + random() % 9, dimensions);
    const TokenEmbeddings reference = random_embeddings(1 + random() % 9, dimensions);
    const BertScore expected = plain_bert_score(answer, reference);
    const BertScore score = bert_score(answer, reference);
    EXPECT_NEAR(score.precision, expected.precision, 1e-5);
    EXPECT_NEAR(score.recall, expected.recall, 1e-5);
    if (expected.precision > 0 && expected.recall > 0) {
      EXPECT_NEAR(score.f1, expected.f1, 1e-5);
    }
  }
}

TEST(InverseDocumentFrequencies, AreSmallerForCommonTokens) {
  const std::vector<Strings> references = {{"a", "a", "b"}, {"a"}, {"a", "c"}};
  const auto frequencies = inverse_document_frequencies(references);
  EXPECT_DOUBLE_EQ(frequencies.at("a"), 0);
  EXPECT_DOUBLE_EQ(frequencies.at("b"), std::log(2.0));
  EXPECT_EQ(frequencies.size(), 3U);
}

}  // namespace
}  // namespace noether::evaluation
