// A larger vocabulary adds rows to a model and changes nothing else.
#include "noether/neural/model/add_tokens.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "noether/base/temporary_folder.h"
#include "noether/neural/tokenizer/test_tokenizers.h"
#include "noether/neural/transformer/quantize_weights.h"
#include "noether/neural/transformer/random_transformer.h"

namespace noether::neural {
namespace {

using testing::HasSubstr;

ModelFolder small_model(std::size_t vocabulary, bool tied) {
  ModelFolder model;
  TransformerConfig& config = model.config.transformer;
  config = minilm_config();
  config.layers = config.stored_layers = 1;
  config.width = config.embedding_width = 16;
  config.heads = config.key_value_heads = 2;
  config.head_size = 8;
  config.feed_forward = 32;
  config.max_positions = 64;
  config.vocabulary = static_cast<std::uint32_t>(vocabulary);
  config.head.words = true;
  config.head.words_tied = tied;
  model.weights = random_weights(config, 5);
  return model;
}

float value_at(const Matrix& matrix, std::size_t row, std::size_t column) {
  return matrix.values[row * matrix.columns + column];
}

class AddTokens : public testing::Test {
 protected:
  const tokens::Tokenizer tokenizer_ =
      tokens::Tokenizer::open(kTestTokenizers + "bert-uncased").value();
  const std::vector<tokens::NewToken> added_ = {tokens::formula_token({"\\frac"}),
                                                tokens::formula_token({"X"})};
};

TEST_F(AddTokens, BeginAsTheMeanOfTheirPieces) {
  const ModelFolder before = small_model(tokenizer_.size(), false);
  const auto made = add_tokens(before, tokenizer_, added_);
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(made->added, 2U);
  EXPECT_EQ(made->model.config.transformer.vocabulary, tokenizer_.size() + 2);
  const auto pieces = tokenizer_.encode("\\frac", {.special_tokens = false}).ids;
  ASSERT_GT(pieces.size(), 1U);
  const auto expect_mean = [&](const Matrix& was, const Matrix& is) {
    EXPECT_EQ(is.rows, tokenizer_.size() + 2);
    EXPECT_EQ(is.values.size(), is.rows * is.columns);
    for (std::size_t column = 0; column < is.columns; ++column) {
      float mean = 0;
      for (const TokenId piece : pieces) mean += value_at(was, piece, column);
      mean /= static_cast<float>(pieces.size());
      EXPECT_NEAR(value_at(is, tokenizer_.size(), column), mean, 1e-6);
      EXPECT_EQ(value_at(is, tokenizer_.size() + 1, column),
                value_at(was, *tokenizer_.find("x"), column));
    }
  };
  expect_mean(before.weights.token_embedding, made->model.weights.token_embedding);
  expect_mean(before.weights.head.words_decoder, made->model.weights.head.words_decoder);
  EXPECT_EQ(made->model.weights.head.words_bias.size(), tokenizer_.size() + 2);
  EXPECT_EQ(made->model.weights.head.words_bias.back(),
            before.weights.head.words_bias[*tokenizer_.find("x")]);
}

TEST_F(AddTokens, LeaveAllOtherNumbersAsTheyWere) {
  const ModelFolder before = small_model(tokenizer_.size(), true);
  const auto made = add_tokens(before, tokenizer_, added_);
  ASSERT_TRUE(made) << made.error().message;
  const auto old_tensors = before.weights.tensors(before.config.transformer);
  const auto new_tensors = made->model.weights.tensors(made->model.config.transformer);
  ASSERT_EQ(old_tensors.size(), new_tensors.size());
  for (std::size_t i = 0; i < old_tensors.size(); ++i) {
    EXPECT_EQ(old_tensors[i].name, new_tensors[i].name);
    EXPECT_EQ(old_tensors[i].bytes, new_tensors[i].bytes.substr(0, old_tensors[i].bytes.size()))
        << old_tensors[i].name;
  }
}

TEST_F(AddTokens, UseRowsThatNoTokenHas) {
  const ModelFolder before = small_model(tokenizer_.size() + 7, true);
  const auto made = add_tokens(before, tokenizer_, added_);
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(made->model.config.transformer.vocabulary, tokenizer_.size() + 7);
  EXPECT_EQ(value_at(made->model.weights.token_embedding, tokenizer_.size() + 1, 0),
            value_at(before.weights.token_embedding, *tokenizer_.find("x"), 0));
}

TEST_F(AddTokens, AreThereOnce) {
  const auto made = add_tokens(small_model(tokenizer_.size(), true), tokenizer_, added_);
  ASSERT_TRUE(made) << made.error().message;
  const auto again = add_tokens(made->model, made->tokenizer, added_);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->added, 0U);
  EXPECT_EQ(again->tokenizer.to_json(), made->tokenizer.to_json());
}

TEST_F(AddTokens, AreWrittenWithTheirTokenizer) {
  const base::TemporaryFolder folder;
  auto made = add_tokens(small_model(tokenizer_.size(), true), tokenizer_, added_);
  ASSERT_TRUE(made) << made.error().message;
  ASSERT_TRUE(write_with_tokenizer(*made, kTestTokenizers + "bert-uncased", folder / "out"));
  const auto read = ModelFolder::read(folder / "out");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->config.tokenizer_file, "tokenizer.json");
  const auto tokenizer = tokens::Tokenizer::open(folder / "out");
  ASSERT_TRUE(tokenizer) << tokenizer.error().message;
  EXPECT_EQ(tokenizer->size(), read->config.transformer.vocabulary);
}

TEST_F(AddTokens, AreRefusedWhereTheyDoNotFit) {
  const auto wrong = add_tokens(small_model(tokenizer_.size() - 1, true), tokenizer_, added_);
  ASSERT_FALSE(wrong);
  EXPECT_THAT(wrong.error().message, HasSubstr("tokens and the model"));
  ModelFolder int8 = small_model(tokenizer_.size(), true);
  quantize_weights(int8.weights, int8.config.transformer, TokenTable::Round);
  const auto rounded = add_tokens(int8, tokenizer_, added_);
  ASSERT_FALSE(rounded);
  EXPECT_THAT(rounded.error().hint, HasSubstr("dequantize"));
}

}  // namespace
}  // namespace noether::neural
