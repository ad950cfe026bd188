#include "noether/train/expression/retrieval_validation.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>

namespace noether::train {
namespace {

// Members of cluster c are the token 3 + c, once or more: a model that ignores positions gives all
// of them nearly the same vector.
EncodedCorpus repeated_tokens(neural::TokenId clusters, neural::TokenId added) {
  EncodedCorpus corpus;
  for (neural::TokenId c = 0; c < clusters; ++c) {
    for (neural::TokenId m = 1; m <= 3; ++m) {
      corpus.tokens.insert(corpus.tokens.end(), m, static_cast<neural::TokenId>(3 + c + added));
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
  // Two of the ten neighbours are of the same cluster.
  EXPECT_NEAR(scores.at("precision"), 0.2, 1e-9);
}

// With zero embeddings of tokens and positions, the vectors depend only on values.
TEST(RetrievalValidation, ReadsValuesForAModelThatDoes) {
  const auto tokenizer = embedding::ExpressionTokenizer::standard();
  EncodedCorpus corpus;
  for (const auto& [one, other] : std::vector<std::pair<std::string, std::string>>{
           {"+ x 1", "+ 1 x"}, {"* x 2", "* 2 x"}, {"- x 3", "+ -3 x"}, {"* x x", "pow x 2"}}) {
    for (const std::string& text : {one, other}) {
      const auto tokens = tokenizer.encode(text).value();
      corpus.tokens.insert(corpus.tokens.end(), tokens.begin() + 1, tokens.end() - 1);
      corpus.member_ends.push_back(corpus.tokens.size());
    }
    corpus.ids.push_back(corpus.cluster_ends.size());
    corpus.cluster_ends.push_back(corpus.member_ends.size());
  }
  EncoderShape shape;
  shape.vocabulary = static_cast<std::int64_t>(tokenizer.size());
  shape.layers = 1;
  shape.width = 64;
  shape.pooling = Pooling::First;
  shape.values = std::make_shared<const embedding::PartValues>(tokenizer);
  std::vector<ParameterSpec> specs = encoder_parameters(shape);
  for (ParameterSpec& spec : specs) {
    if (spec.name != "values.weight") spec.deviation = 0;
  }
  const Parameters parameters(specs, 1, torch::kCPU);
  const RetrievalValidation validation(corpus, nullptr);
  const Scores scores = validation.score(shape, parameters.views(torch::kFloat32), torch::kCPU);
  EXPECT_EQ(scores.front().second, 1) << scores.front().first;
}

TEST(RetrievalValidation, TellsNothingApartFromItself) {
  const EncodedCorpus corpus = repeated_tokens(8, 0);
  EXPECT_EQ(scores_of(corpus, corpus).at("told_apart"), 0);
}

}  // namespace
}  // namespace noether::train
