#include "noether/evaluation/answers/answer_embeddings.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "noether/base/temporary_folder.h"
#include "noether/embedding/text/random_text_model.h"

namespace noether::evaluation {
namespace {

class ContextEncoding : public testing::Test {
 protected:
  void SetUp() override {
    embedding::write_random_text_model(folder_.path());
    encoder_.emplace(embedding::TextEncoder::open(folder_.path()).value());
  }

  TokenEmbeddings embed(std::string_view text) const {
    return encoder_->embed("A.1", "x", text).value().value();
  }

  base::TemporaryFolder folder_;
  std::optional<ContextEncoder> encoder_;
};

TEST_F(ContextEncoding, FindsATextInItself) {
  const TokenEmbeddings once = embed("Let $x$ be a prime.");
  const TokenEmbeddings again = embed("Let $x$ be a prime.");
  EXPECT_NEAR(bert_score(once, again).f1, 1, 1e-5);
  EXPECT_LT(bert_score(once, embed("Every bounded sequence converges.")).f1, 0.999);
}

TEST_F(ContextEncoding, ReadsATextThatIsLongerThanItsWindow) {
  std::string text;
  for (int i = 0; i < 300; ++i) text += "prime ";
  const auto encoder = embedding::TextEncoder::open(folder_.path()).value();
  const std::size_t tokens = encoder.tokenizer().encode(text, {.special_tokens = false}).ids.size();
  ASSERT_GT(tokens, encoder.most_tokens());
  const TokenEmbeddings embedded = embed(text);
  EXPECT_EQ(embedded.tokens, tokens);
  EXPECT_EQ(embedded.values.size(), tokens * encoder.width());
}

TEST_F(ContextEncoding, HasNothingForATextWithoutTokens) {
  EXPECT_FALSE(encoder_->embed("A.1", "x", "").value());
}

}  // namespace
}  // namespace noether::evaluation
