#include "noether/algebra/notation/write_expression.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "noether/algebra/expression/random_expression.h"
#include "noether/algebra/numeric/evaluate.h"

namespace noether::algebra {
namespace {

using formula::Notation;

class WriteExpression : public testing::Test {
 protected:
  ExprId read(std::string_view sexpr) {
    const auto id = read_expression(Notation::SExpression, sexpr, pool_);
    EXPECT_TRUE(id) << sexpr;
    return id.value_or(0);
  }
  std::string prefix(std::string_view sexpr) {
    return expression_text(Notation::Prefix, pool_, read(sexpr));
  }
  std::string latex(std::string_view sexpr) {
    return expression_text(Notation::Latex, pool_, read(sexpr));
  }

  Vocabulary vocabulary_;
  Expressions pool_{vocabulary_};
};

TEST_F(WriteExpression, WritesTheTokensOfEGen) {
  EXPECT_EQ(prefix("(+ (pow x 2) (* -1 (asin x)))"), "+ pow x 2 * -1 asin x");
  EXPECT_EQ(prefix("(* 0.75 pi)"), "* / 3 4 pi");
  EXPECT_EQ(prefix("(d x (sqrt (exp x)))"), "d x sqrt exp x");
  EXPECT_EQ(prefix("(+ -3 -0.5)"), "+ -3 / -1 2");
}

TEST_F(WriteExpression, HasAsManyTokensAsTheTreeHasNodes) {
  const ExprId id = read("(max (log x 2) (binomial (gamma x) (integral x x 0 1)))");
  const std::string text = expression_text(Notation::Prefix, pool_, id);
  EXPECT_EQ(static_cast<std::uint64_t>(std::ranges::count(text, ' ')) + 1, tree_size(pool_, id));
}

TEST_F(WriteExpression, DrawsSignsAsPeopleDo) {
  EXPECT_EQ(latex("(* -1 x)"), "-x");
  EXPECT_EQ(latex("(+ a (* -1 b))"), "a-b");
  EXPECT_EQ(latex("(+ a (* -2 b))"), "a-2b");
  EXPECT_EQ(latex("(+ (+ a -3) c)"), "a-3+c");
  EXPECT_EQ(latex("(* -0.75 x)"), "-\\frac{3}{4}x");
  EXPECT_EQ(latex("(* (* -1 x) y)"), "-xy");
  EXPECT_EQ(latex("(pow x -1)"), "x^{-1}");
  EXPECT_EQ(latex("(* -1 3)"), "(-1)\\cdot 3");
}

TEST_F(WriteExpression, DrawsWhatFormulasHaveSignsFor) {
  EXPECT_EQ(latex("(log x 2)"), "\\log_{2} x");
  EXPECT_EQ(latex("(gamma x)"), "\\Gamma(x)");
  EXPECT_EQ(latex("(max a b)"), "\\max(a,b)");
  EXPECT_EQ(latex("(+ x_1 x_{ij})"), "x_{1}+x_{ij}");
  EXPECT_EQ(latex("(d x (d x (f x)))"), "\\frac{d^{2}f(x)}{dx^{2}}");
  EXPECT_EQ(latex("(sum (pow x k) (= k 1) n)"), "\\sum_{k=1}^{n} x^{k}");
}

// Tokens are exact except for fractions, which are read back as divisions; folding makes both
// equal.
TEST_F(WriteExpression, ReadsBackFromTokensWhatItWrote) {
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    RandomExpression random(pool_, seed);
    const ExprId id = random.make(1 + static_cast<int>(seed % 12));
    for (const Notation notation : {Notation::Prefix, Notation::SExpression}) {
      const std::string text = expression_text(notation, pool_, id);
      const auto back = read_expression(notation, text, pool_);
      ASSERT_TRUE(back) << text << ": " << back.error().message << ", seed " << seed;
      EXPECT_EQ(expression_text(notation, pool_, *back), text) << "seed " << seed;
    }
  }
}

// Compares values where they exist: LaTeX may group differently, but must not change the meaning.
TEST_F(WriteExpression, ReadsBackFromLatexAnExpressionOfEqualValue) {
  int compared = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    RandomExpression random(pool_, seed);
    const ExprId id = random.make(1 + static_cast<int>(seed % 12));
    const std::string text = expression_text(Notation::Latex, pool_, id);
    const auto back = read_expression(Notation::Latex, text, pool_);
    ASSERT_TRUE(back) << text << ": " << back.error().message << ", seed " << seed;
    const Point point{{{vocabulary_.variable("x"), pool_.number(Rational(3, 7))},
                       {vocabulary_.variable("y"), pool_.number(Rational(5, 3))}}};
    BallEvaluator values(pool_, {id, *back});
    values.evaluate(point, Field::Real, 128);
    EXPECT_EQ(values.value(0).definedness, values.value(1).definedness) << text;
    if (!values.value(0).defined() || !values.value(1).defined()) continue;
    EXPECT_FALSE(disjoint(values.value(0).ball, values.value(1).ball)) << text;
    ++compared;
  }
  EXPECT_GT(compared, 100);
}

TEST_F(WriteExpression, RefusesWhatIsTooLongOrTooDeep) {
  ExprId doubled = pool_.variable("x");
  for (int i = 0; i < 60; ++i) doubled = pool_.make(Op::Add, {doubled, doubled});
  const auto text = write_expression(Notation::Latex, pool_, doubled);
  ASSERT_FALSE(text);
  EXPECT_NE(text.error().message.find("too long"), std::string::npos);
  ExprId deep = pool_.variable("x");
  for (int i = 0; i < 5000; ++i) deep = pool_.make(Op::Sin, {deep});
  EXPECT_FALSE(write_expression(Notation::Prefix, pool_, deep));
}

TEST_F(WriteExpression, DrawsALongSumInOneRow) {
  ExprId sum = pool_.variable("x");
  for (int i = 1; i < 5000; ++i) sum = pool_.make(Op::Add, {sum, pool_.number(Rational(i))});
  EXPECT_TRUE(write_expression(Notation::Latex, pool_, sum));
}

}  // namespace
}  // namespace noether::algebra
