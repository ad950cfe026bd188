#include "noether/egen/prefix_tokens.h"

#include <gtest/gtest.h>

#include "noether/algebra/notation/read_expression.h"

namespace noether::egen {
namespace {

PrefixTokens tokens_of(std::string_view text) {
  PrefixTokens tokens;
  split_prefix(text, tokens);
  return tokens;
}

TEST(PrefixTokens, KnowWhereSubexpressionsEnd) {
  const PrefixTokens tokens = tokens_of("+ pow x 2 sin x");
  ASSERT_EQ(tokens.size(), 6U);
  EXPECT_EQ(tokens[0].end, 6U);
  EXPECT_EQ(tokens[1].end, 4U);
  EXPECT_EQ(tokens[4].end, 6U);
}

TEST(PrefixTokens, AreEmptyForWhatIsNotOneExpression) {
  for (const std::string_view text : {"", "+ x", "x y", "sin", "f#2 x y", "f#0", "sin#2 x y",
                                      "log#2 x", "min#x x y", "x  y", "call:g x"}) {
    EXPECT_TRUE(tokens_of(text).empty()) << text;
  }
}

// In algebra's notation; `log` without a count has one operand, `gamma` is a letter.
TEST(PrefixTokens, TakeTheNumberOfOperandsFromTheCount) {
  const PrefixTokens tokens = tokens_of("+ log#2 x 3 * gamma#1 y min#3 x sgn#1 y 2");
  ASSERT_EQ(tokens.size(), 12U);
  EXPECT_EQ(tokens[1].op, algebra::Op::Log);
  EXPECT_EQ(tokens[1].end, 4U);
  EXPECT_EQ(tokens[5].op, algebra::Op::Gamma);
  EXPECT_EQ(tokens[5].end, 7U);
  EXPECT_EQ(tokens[7].op, algebra::Op::Min);
  EXPECT_EQ(tokens[7].arity, 3U);
  EXPECT_FALSE(tokens[7].has_usual_arity());
  EXPECT_EQ(tokens[9].op, algebra::Op::Sign);
  EXPECT_EQ(tokens_of("+ gamma 1").size(), 3U);
  EXPECT_FALSE(tokens_of("+ gamma 1")[1].op);
}

TEST(PrefixTokens, AreWrittenAsAlgebraReadsThem) {
  for (const algebra::Op op : {algebra::Op::Log, algebra::Op::Gamma, algebra::Op::Sign,
                               algebra::Op::Min, algebra::Op::Sin, algebra::Op::Factorial}) {
    std::string text = prefix_token_of(op);
    for (std::size_t i = 0; i < algebra::op_arity(op); ++i) text += " x";
    algebra::Vocabulary vocabulary;
    algebra::Expressions pool(vocabulary);
    const auto root = algebra::read_expression(formula::Notation::Prefix, text, pool);
    ASSERT_TRUE(root) << text;
    EXPECT_EQ(pool.op(*root), op) << text;
    ASSERT_FALSE(tokens_of(text).empty()) << text;
    EXPECT_EQ(tokens_of(text)[0].op, op) << text;
  }
}

TEST(PrefixTokens, TellNumbersFromNames) {
  for (const std::string_view number : {"0", "-12", "0.5", "-3.25"}) {
    EXPECT_TRUE(is_number_token(number)) << number;
  }
  for (const std::string_view other : {"x", "-", "-x", "pi", ".5", ""}) {
    EXPECT_FALSE(is_number_token(other)) << other;
  }
}

TEST(PrefixTokens, FindTheVariablesOfDerivativesAndIntegrals) {
  EXPECT_EQ(bound_variable_places(tokens_of("d x sin x")),
            (std::vector<bool>{false, true, false, false}));
  EXPECT_EQ(bound_variable_places(tokens_of("defint sin t t 0 x")),
            (std::vector<bool>{false, false, false, true, false, false}));
}

TEST(TwinKey, IsTheSameForOperandsInAnotherOrder) {
  EXPECT_EQ(twin_key("+ * 2 x sin + x 1"), twin_key("+ sin + 1 x * x 2"));
  EXPECT_NE(twin_key("- x 1"), twin_key("- 1 x"));
  EXPECT_NE(twin_key("+ x * 2 y"), twin_key("* x + 2 y"));
  EXPECT_NE(twin_key("pow x y"), twin_key("pow y x"));
  // Functions with a number of operands in their token are accepted.
  EXPECT_EQ(twin_key("log#2 * x y 2"), twin_key("log#2 * y x 2"));
  EXPECT_EQ(twin_key("* gamma#1 x + x 2"), twin_key("* + x 2 gamma#1 x"));
  EXPECT_NE(twin_key("log#2 x 2"), twin_key("log#2 2 x"));
  EXPECT_NE(twin_key("f#9999999999999999999 * x y"), twin_key("f#9999999999999999999 * y x"));
  // Regrouping is not reordering.
  EXPECT_NE(twin_key("+ x + 1 y"), twin_key("+ + x 1 y"));
}

TEST(TokenDistance, CountsInsertionsRemovalsAndReplacements) {
  EXPECT_EQ(token_distance(tokens_of("sin x"), tokens_of("sin x")), 0U);
  EXPECT_EQ(token_distance(tokens_of("sin x"), tokens_of("cos x")), 1U);
  EXPECT_EQ(token_distance(tokens_of("x"), tokens_of("+ x 1")), 2U);
  EXPECT_EQ(token_distance(tokens_of("+ x 1"), tokens_of("sin x")), 2U);
}

}  // namespace
}  // namespace noether::egen
