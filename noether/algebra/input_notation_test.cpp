#include "noether/algebra/input_notation.h"

#include <gtest/gtest.h>

#include <string>

namespace noether::algebra {
namespace {

using formula::Notation;

TEST(InputNotation, TakesTheSignsOfLatexForLatex) {
  for (const std::string text :
       {"\\sin x", "x^2", "x_1", "{x}", "+ x_1 2", "x+1", "2xy", "x y", "(x-1)(x+1)", "-x", "- x",
        "foo", "1/2", "", "(x)", "|x|", "a=b"}) {
    EXPECT_EQ(guess_notation(text), Notation::Latex) << text;
  }
}

TEST(InputNotation, TakesWholePrefixExpressionsForPrefix) {
  for (const std::string text :
       {"+ x 1", "pow x 2", "sin x", "- x y", "f#2 x y", "pi", " / 1 2 "}) {
    EXPECT_EQ(guess_notation(text), Notation::Prefix) << text;
  }
}

TEST(InputNotation, TakesAnOperatorAfterAParenthesisForAnSExpression) {
  for (const std::string text : {"(+ x 1)", "(sin x)", "( pow x 2 )", "(d x (sin x))"}) {
    EXPECT_EQ(guess_notation(text), Notation::SExpression) << text;
  }
  EXPECT_EQ(guess_notation("(+ x 1)(- x 1)"), Notation::Latex);
  EXPECT_EQ(guess_notation("(+ x"), Notation::Latex);
}

TEST(InputNotation, TakesAPowerSignAfterAParenthesisForAnSExpression) {
  EXPECT_EQ(guess_notation("(^ x 2)"), Notation::SExpression);
  EXPECT_EQ(guess_notation("(** x 2)"), Notation::SExpression);
  EXPECT_EQ(guess_notation("(x^2)"), Notation::Latex);
}

TEST(InputNotation, ReadsSignsOfOperatorsInSExpressions) {
  ExpressionReader reader;
  Vocabulary vocabulary;
  Expressions pool(vocabulary);
  const auto read = [&](std::string_view text) {
    const auto input = read_input(reader, Notation::SExpression, text, pool);
    return input ? input->id : kNoExpr;
  };
  EXPECT_EQ(read("(^ x 2)"), read("(pow x 2)"));
  EXPECT_EQ(read("(** x 2)"), read("(pow x 2)"));
  EXPECT_EQ(read("(× x (÷ 2 y))"), read("(* x (/ 2 y))"));
  EXPECT_EQ(read("(! n)"), read("(factorial n)"));
}

TEST(InputNotation, NamesTheOperatorThatWasMeant) {
  ExpressionReader reader;
  Vocabulary vocabulary;
  Expressions pool(vocabulary);
  const auto message = [&](std::string_view text) {
    const auto input = read_input(reader, Notation::SExpression, text, pool);
    return input ? std::string() : input.error().message + " | " + input.error().hint;
  };
  EXPECT_TRUE(message("(+ 1 (sni x))").starts_with("'sni' is not an operator; did you mean sin?"));
  EXPECT_TRUE(message("(plus x 1)").starts_with("'plus' is not an operator; did you mean +?"));
  EXPECT_TRUE(message("(power x 2)").find("did you mean pow?") != std::string::npos);
  EXPECT_TRUE(message("(sqr x)").find("did you mean sqrt?") != std::string::npos);
  EXPECT_TRUE(message("(& x 1)").starts_with("'&' is not an operator")) << message("(& x 1)");
  for (const std::string text : {"(sni x)", "(@ x 1)"}) {
    EXPECT_NE(message(text).find("operators are + - "), std::string::npos) << message(text);
  }
  EXPECT_EQ(message("(f x)"), "");
  EXPECT_EQ(message("(zeta x)"), "");
  EXPECT_EQ(message("(call:sni x)"), "");
}

TEST(InputNotation, FindsFunctionsThatLackTheirBackslash) {
  const auto found = find_bare_function("1-sin+x");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->span, (base::Span{2, 5}));
  EXPECT_TRUE(find_bare_function("sqrt(x)"));
  EXPECT_TRUE(find_bare_function("\\frac{1}{ln}"));
  EXPECT_FALSE(find_bare_function("1-sin(x)")) << "read as the function";
  EXPECT_FALSE(find_bare_function("\\frac{1}{ln x}"));
  EXPECT_FALSE(find_bare_function("\\sin x"));
  EXPECT_FALSE(find_bare_function("\\operatorname{arcsin} x"));
  EXPECT_FALSE(find_bare_function("\\mathrm{sin} x"));
  EXPECT_FALSE(find_bare_function("xy+th"));
}

TEST(InputNotation, ReadsAMillionParenthesesOnce) {
  EXPECT_EQ(guess_notation(std::string(1'000'000, '(')), Notation::Latex);
}

}  // namespace
}  // namespace noether::algebra
