#include "noether/train/retrieval_validation.h"

#include <gtest/gtest.h>

#include <map>

namespace noether::train {
namespace {

// Members of cluster c are the token 3 + c, once or more: a model without positions that take part
// gives all of them nearly one vector.
EncodedCorpus repeated_tokens(std::uint16_t clusters, std::uint16_t added) {
  EncodedCorpus corpus;
  for (std::uint16_t c = 0; c < clusters; ++c) {
    for (std::uint16_t m = 1; m <= 3; ++m) {
      corpus.tokens.insert(corpus.tokens.end(), m, static_cast<std::uint16_t>(3 + c + added));
      corpus.member_ends.push_back(corpus.tokens.size());
    }
    corpus.cluster_ends.push_back(corpus.member_ends.size());
    corpus.ids.push_back(c);
  }
  return corpus;
}

std::map<std::string, double> scores_of(const EncodedCorpus& corpus,
                                        const EncodedCorpus& distractors) {
  EncoderShape shape;
  shape.vocabulary = 40;
  shape.layers = 1;
  shape.width = 64;
  shape.heads = 4;
  shape.feed_forward = 16;
  shape.positions = 8;
  std::vector<ParameterSpec> specs = encoder_parameters(shape);
  for (ParameterSpec& spec : specs) {
    // Only tokens count then.
    if (spec.name != "token_embedding") spec.deviation = 0;
  }
  const Parameters parameters(specs, 1, torch::kCPU);
  const RetrievalValidation validation(corpus, &distractors);
  const Scores scores = validation.score(shape, parameters.views(torch::kFloat32), torch::kCPU);
  return {scores.begin(), scores.end()};
}

TEST(RetrievalValidation, IsPerfectWhereMembersOfAClusterHaveOneVector) {
  const auto scores = scores_of(repeated_tokens(8, 0), repeated_tokens(8, 8));
  EXPECT_EQ(scores.at("nearest"), 1);
  EXPECT_EQ(scores.at("told_apart"), 1);
  // Two others of its own among ten neighbours.
  EXPECT_NEAR(scores.at("precision"), 0.2, 1e-9);
}

TEST(RetrievalValidation, TellsNothingApartFromItself) {
  const EncodedCorpus corpus = repeated_tokens(8, 0);
  EXPECT_EQ(scores_of(corpus, corpus).at("told_apart"), 0);
}

}  // namespace
}  // namespace noether::train
