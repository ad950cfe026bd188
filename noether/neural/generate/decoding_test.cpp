#include "noether/neural/generate/decoding.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace noether::neural {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;

std::vector<TokenId> ids(const std::vector<LikelyToken>& tokens) {
  std::vector<TokenId> out;
  for (const LikelyToken& token : tokens) out.push_back(token.token);
  return out;
}

double probability_sum(const std::vector<LikelyToken>& tokens) {
  double sum = 0;
  for (const LikelyToken& token : tokens) sum += std::exp(token.log_probability);
  return sum;
}

TEST(LikelyTokens, ComeMostLikelyFirstAndOfEqualOnesTheFirst) {
  const auto tokens = likely_tokens({1, 3, 3, 0}, {}, {}, 4);
  EXPECT_THAT(ids(tokens), ElementsAre(1, 2, 0, 3));
  EXPECT_NEAR(probability_sum(tokens), 1, 1e-12);
  EXPECT_NEAR(tokens[1].log_probability - tokens[2].log_probability, 2, 1e-6);
  EXPECT_THAT(ids(likely_tokens({1, 3, 3, 0}, {}, {}, 1)), ElementsAre(1));
}

TEST(LikelyTokens, ThatStandBeforeArePenalizedOnce) {
  Decoding decoding;
  decoding.repetition_penalty = 2;
  const std::vector<TokenId> before = {1, 1, 3};
  // 4 becomes 2, -1 becomes -2.
  const auto tokens = likely_tokens({3, 4, 0, -1}, before, decoding, 4);
  EXPECT_THAT(ids(tokens), ElementsAre(0, 1, 2, 3));
  EXPECT_NEAR(tokens[0].log_probability - tokens[3].log_probability, 5, 1e-6);
}

TEST(LikelyTokens, AreCutByNumberAndByProbabilityWhereTheyAreDrawn) {
  const std::vector<float> scores = {std::log(0.5F), std::log(0.3F), std::log(0.2F)};
  Decoding decoding;
  decoding.top_k = 2;
  decoding.top_p = 0.5;
  EXPECT_EQ(likely_tokens(scores, {}, decoding, 3).size(), 3U);
  decoding.draws = true;
  decoding.top_p = 1;
  const auto two = likely_tokens(scores, {}, decoding, 3);
  EXPECT_THAT(ids(two), ElementsAre(0, 1));
  EXPECT_NEAR(std::exp(two[0].log_probability), 0.5 / 0.8, 1e-6);
  decoding.top_k = 0;
  decoding.top_p = 0.6;
  EXPECT_THAT(ids(likely_tokens(scores, {}, decoding, 3)), ElementsAre(0, 1));
  decoding.top_p = 0.4;
  const auto one = likely_tokens(scores, {}, decoding, 3);
  EXPECT_THAT(ids(one), ElementsAre(0));
  EXPECT_NEAR(one[0].log_probability, 0, 1e-12);
}

TEST(LikelyTokens, AreFlattenedByTheTemperature) {
  Decoding decoding;
  decoding.draws = true;
  decoding.temperature = 2;
  const auto tokens = likely_tokens({4, 0}, {}, decoding, 2);
  EXPECT_NEAR(tokens[0].log_probability - tokens[1].log_probability, 2, 1e-6);
}

TEST(Draws, AreTheSameForTheSameSeedOnEveryMachine) {
  Draws draws(1);
  EXPECT_NEAR(draws.share(), 0.13387664401253274, 1e-12);
  Draws again(1);
  Draws other(2);
  const double first = again.share();
  EXPECT_THAT(first, DoubleNear(0.13387664401253274, 1e-12));
  EXPECT_NE(first, other.share());
}

}  // namespace
}  // namespace noether::neural
