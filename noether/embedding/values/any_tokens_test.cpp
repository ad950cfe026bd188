// Values of token sequences that no tokenizer makes, because an encoder accepts any tokens of its
// vocabulary.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "noether/base/cpu_clock.h"
#include "noether/base/temporary_folder.h"
#include "noether/embedding/expression_encoder.h"
#include "noether/embedding/random_model.h"

namespace noether::embedding {
namespace {

class AnyTokensTest : public testing::Test {
 protected:
  // Half of the tokens are operators, derivatives and parts of numbers, whose expressions may be
  // incomplete at the end.
  std::vector<TokenId> random_tokens(std::size_t most) {
    std::vector<TokenId> tokens(1 + random_() % most);
    for (TokenId& token : tokens) {
      const std::size_t any = random_() % tokenizer_.size();
      const std::size_t part = tokenizer_.size() - 1 - random_() % 13;
      const std::size_t choices[] = {any, any, part, grammar_.id("d"), grammar_.id("x")};
      token = static_cast<TokenId>(choices[random_() % std::size(choices)]);
    }
    return tokens;
  }
  ExpressionEncoder reader_of_values() const {
    ExpressionModelConfig config = tiny_model_config();
    config.inputs = Inputs::Values;
    const base::TemporaryFolder folder;
    EXPECT_TRUE(write_random_model(folder.path(), config));
    return ExpressionEncoder::open(folder.path()).value();
  }

  std::mt19937 random_{7};
  const ExpressionTokenizer tokenizer_ = ExpressionTokenizer::standard();
  const TokenGrammar grammar_{tokenizer_};
  const ComplexValues values_{grammar_};
};

TEST_F(AnyTokensTest, HaveVectors) {
  const ExpressionEncoder encoder = reader_of_values();
  std::vector<std::vector<TokenId>> expressions(4000);
  for (auto& tokens : expressions) {
    tokens = random_tokens(62);
    tokens.insert(tokens.begin(), ExpressionTokenizer::kBos);
    tokens.push_back(ExpressionTokenizer::kEos);
  }
  std::vector<float> vectors(expressions.size() * encoder.width());
  const auto done = encoder.embed_tokens(expressions, vectors, 2);
  ASSERT_TRUE(done) << done.error().message;
  for (const float number : vectors) ASSERT_TRUE(std::isfinite(number));
}

// Inside others, a part may have fewer values than alone, because derivatives are limited, but
// never different ones.
TEST_F(AnyTokensTest, HavePartsWorthWhatTheyAreWorthAlone) {
  std::vector<ComplexValues::Values> parts;
  std::size_t compared = 0;
  for (int i = 0; i < 2000; ++i) {
    const std::vector<TokenId> tokens = random_tokens(30);
    values_.of_parts(tokens, parts);
    ASSERT_EQ(parts.size(), tokens.size());
    for (std::size_t begin = 0; begin < tokens.size(); ++begin) {
      const std::size_t end = grammar_.end_of(tokens, begin);
      const auto alone = values_.at_points(TokenSpan(tokens).subspan(begin, end - begin));
      for (std::size_t p = 0; p < kValuePoints; ++p) {
        if (!has_value(parts[begin][p])) continue;
        EXPECT_EQ(parts[begin][p], alone[p]) << "expression " << i << ", token " << begin;
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 10'000U);
}

TEST_F(AnyTokensTest, MayBeAsManyAndAsDeepAsAModelTakes) {
  const PartValues parts(tokenizer_);
  ValueReading reading;
  const double before = base::thread_cpu_seconds();
  const TokenId d = grammar_.id("d");
  const TokenId x = grammar_.id("x");
  for (const std::vector<TokenId>& repeated :
       {std::vector<TokenId>{grammar_.id("sin")}, {grammar_.id("+")}, {d}, {d, x}, {d, d, x}}) {
    std::vector<TokenId> tokens;
    while (tokens.size() < kMaxPositions - 2) {
      tokens.push_back(repeated[tokens.size() % repeated.size()]);
    }
    parts.read(tokens, reading);
    EXPECT_TRUE(std::isnan(reading.numbers.front())) << "no part is whole";
  }
  EXPECT_LT(base::thread_cpu_seconds() - before, 30);
}

// The vocabulary comes from the model folder, and may lack x, d and 0.
TEST(PartValuesOfOtherTokenizers, KnowVariablesAndNumbersByTheirKind) {
  const auto tokenizer = ExpressionTokenizer::from_json(R"({
    "format": "noether-expression-tokenizer", "version": 1,
    "specials": ["<pad>", "<bos>", "<eos>"], "operators": [["+", 2], ["d", 1]],
    "variables": ["a", "b"], "constants": [], "integers": [3, 5], "aliases": {},
    "number_parts": ["<+>", "<->", "<.>", "<0>", "<1>", "<2>", "<3>", "<4>", "<5>", "<6>", "<7>",
                     "<8>", "<9>"]})");
  ASSERT_TRUE(tokenizer) << tokenizer.error().message;
  const TokenGrammar grammar(*tokenizer);
  const ComplexValues values(grammar);
  const ExpressionTokenizer standard = ExpressionTokenizer::standard();
  const TokenGrammar standard_grammar(standard);
  const ComplexValues standard_values(standard_grammar);
  EXPECT_EQ(values.at_points(grammar.tokens("+ a 4")),
            standard_values.at_points(standard_grammar.tokens("+ x 4")));
  EXPECT_EQ(values.at_points(grammar.tokens("b")),
            standard_values.at_points(standard_grammar.tokens("y")));
  EXPECT_FALSE(has_value(values.at_points(grammar.tokens("d a")).front())) << "another d";
}

}  // namespace
}  // namespace noether::embedding
