#include "noether/algebra/notation/input_notation.h"

#include <gtest/gtest.h>

#include <optional>
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

TEST(InputNotation, TakesNamesAndSignsOfPlainMathForPlainMath) {
  for (const std::string text : {"sqrt(8)", "int_0^1 x^2 dx", "sum_{k=1}^n k", "alpha+1", "x >= 2",
                                 "x**2", "2pi r", "sin(x)^2", "x_{max}", "abs(x)", "A union B"}) {
    EXPECT_EQ(guess_notation(text), Notation::Plain) << text;
    EXPECT_EQ(guess_drawn_notation(text), Notation::Plain) << text;
  }
  for (const std::string text : {"\\sqrt x + sqrt(8)", "x+-1", "xi+1", "5!=120", "x<2", "abc"}) {
    EXPECT_EQ(guess_drawn_notation(text), Notation::Latex) << text;
  }
}

TEST(InputNotation, ReadsPlainMathAsTheLatexThatItStandsFor) {
  ExpressionReader reader;
  Vocabulary vocabulary;
  Expressions pool(vocabulary);
  const auto read = [&](std::string_view text, std::optional<Notation> notation = {}) {
    const auto input = read_input(reader, notation, text, pool);
    EXPECT_TRUE(input) << text;
    if (!input) return kNoExpr;
    EXPECT_EQ(input->notation, Notation::Latex) << "results are LaTeX";
    return input->id;
  };
  EXPECT_EQ(read("sqrt(8)"), read("\\sqrt{8}"));
  EXPECT_EQ(read("int_0^1 x^2 dx"), read("\\int_0^1 x^2 dx"));
  EXPECT_EQ(read("1/(2x)", Notation::Plain), read("\\frac{1}{2x}"));
  EXPECT_EQ(read("x^10", Notation::Plain), read("x^{10}"));
}

TEST(InputNotation, RefusesWhatPlainMathHasNoNameFor) {
  ExpressionReader reader;
  Vocabulary vocabulary;
  Expressions pool(vocabulary);
  EXPECT_FALSE(read_input(reader, {}, "sqrt(pow(x,2))", pool)) << "not p times o times w";
  EXPECT_FALSE(read_input(reader, {}, "sqrt(1e5)", pool));
  EXPECT_FALSE(read_input(reader, {}, "1-sin", pool));
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
  for (const std::string text : {"(foo x 2)", "(Plus x 2)", "(square x)"}) {
    EXPECT_EQ(guess_notation(text), Notation::SExpression) << text;
    EXPECT_NE(message(text).find("is not an operator"), std::string::npos) << message(text);
    EXPECT_NE(message(text).find("operators are + - "), std::string::npos) << message(text);
  }
  EXPECT_NE(message("(Plus x 2)").find("did you mean +?"), std::string::npos);
  EXPECT_EQ(message("(f_1 x)"), "");
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
