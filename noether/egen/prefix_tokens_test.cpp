#include "noether/egen/prefix_tokens.h"

#include <gtest/gtest.h>

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
  for (const std::string_view text : {"", "+ x", "x y", "sin", "f#2 x y", "x  y", "call:g x"}) {
    EXPECT_TRUE(tokens_of(text).empty()) << text;
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
  // Functions that carry their number of operands are no obstacle.
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
