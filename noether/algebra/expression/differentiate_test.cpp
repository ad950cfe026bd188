#include "noether/algebra/expression/differentiate.h"

#include <gtest/gtest.h>

#include <string>

#include "noether/algebra/expression/random_expression.h"
#include "noether/algebra/notation/write_expression.h"
#include "noether/algebra/numeric/evaluate.h"

namespace noether::algebra {
namespace {

using formula::Notation;

class Differentiate : public testing::Test {
 protected:
  ExprId read(std::string_view latex) {
    const auto id = read_expression(Notation::Latex, latex, pool_);
    EXPECT_TRUE(id) << latex;
    return id.value_or(0);
  }
  std::string derivative(std::string_view latex) {
    return expression_text(Notation::Prefix, pool_, differentiate(pool_, read(latex), x_));
  }
  std::string eliminated(std::string_view latex) {
    return expression_text(Notation::Prefix, pool_, eliminate_derivatives(pool_, read(latex)));
  }
  // Returns whether the derivative is between the slopes of secants around it, up to their error.
  testing::AssertionResult is_slope(ExprId function, ExprId slope, const Rational& at);

  Vocabulary vocabulary_;
  Expressions pool_{vocabulary_};
  Head x_ = vocabulary_.variable("x");
  int compared_ = 0;
};

testing::AssertionResult Differentiate::is_slope(ExprId function, ExprId slope,
                                                 const Rational& at) {
  // f(x+h) - f(x-h) = 2 h f'(x) + O(h^3): a step of 2^-60 leaves an error of about 2^-120.
  const Rational step = *Rational::power(Rational(2), Rational(-60));
  const auto value = [&](ExprId id, const Rational& where) {
    BallEvaluator evaluator(pool_, {id});
    const Point point{
        {{x_, pool_.number(where)}, {vocabulary_.variable("y"), pool_.number(Rational(7, 5))}}};
    evaluator.evaluate(point, Field::Real, 400);
    return evaluator.value(0);
  };
  const Value left = value(function, at - step);
  const Value middle = value(function, at);
  const Value right = value(function, at + step);
  const Value formal = value(slope, at);
  if (!left.defined() || !middle.defined() || !right.defined() || !formal.defined()) {
    return testing::AssertionSuccess();
  }
  ++compared_;
  Ball secant;
  acb_sub(secant.raw(), right.ball.raw(), left.ball.raw(), 400);
  acb_mul_2exp_si(secant.raw(), secant.raw(), 59);
  acb_sub(secant.raw(), secant.raw(), formal.ball.raw(), 400);
  Ball size;
  acb_abs(size.real(), formal.ball.raw(), 400);
  arb_add_ui(size.real(), size.real(), 1, 400);
  arb_mul_2exp_si(size.real(), size.real(), -40);
  acb_abs(secant.real(), secant.raw(), 400);
  if (arb_gt(secant.real(), size.real()) == 0) return testing::AssertionSuccess();
  return testing::AssertionFailure()
         << expression_text(Notation::Prefix, pool_, function) << " has the derivative "
         << expression_text(Notation::Prefix, pool_, slope) << " at x = " << at.to_string()
         << ", off by " << secant.to_string();
}

TEST_F(Differentiate, KnowsTheRules) {
  EXPECT_EQ(derivative("x^3"), "* 3 pow x 2");
  EXPECT_EQ(derivative("2x+y"), "2");
  EXPECT_EQ(derivative("\\ln x"), "/ 1 x");
  EXPECT_EQ(derivative("e^{2x}"), "* 2 pow e * 2 x");
  EXPECT_EQ(derivative("\\sin x\\cos x"), "- * cos x cos x * sin x sin x");
  EXPECT_EQ(derivative("|x|"), "/ x abs x");
  EXPECT_EQ(derivative("\\int \\sin x\\,dx"), "sin x");
  EXPECT_EQ(derivative("\\int_0^{x^2} \\sin t\\,dt"), "* 2 * sin pow x 2 x");
}

TEST_F(Differentiate, LeavesWhatHasNoRule) {
  EXPECT_EQ(derivative("\\lfloor x\\rfloor"), "d x floor x");
  EXPECT_EQ(derivative("\\max(x,y)"), "d x max x y");
  EXPECT_EQ(derivative("\\sum_{k=1}^n x^k"), "d x sum pow x k = k 1 n");
  EXPECT_EQ(derivative("\\lfloor y\\rfloor"), "0");
}

TEST_F(Differentiate, DifferentiatesUnknownFunctionsByTheChainRule) {
  const ExprId id = differentiate(pool_, read("f(x^2,y)"), x_);
  EXPECT_EQ(expression_text(Notation::Latex, pool_, id), "2\\operatorname{D1:f}(x^{2},y)x");
  EXPECT_EQ(derivative("f(y)"), "0");
  // The order of the variables does not matter.
  const Head y = vocabulary_.variable("y");
  const ExprId f = read("f(x,y)");
  EXPECT_EQ(differentiate(pool_, differentiate(pool_, f, x_), y),
            differentiate(pool_, differentiate(pool_, f, y), x_));
}

TEST_F(Differentiate, EliminatesNestedDerivatives) {
  EXPECT_EQ(eliminated("\\frac{d^2}{dx^2} x^3"), "* 6 x");
  EXPECT_EQ(eliminated("\\frac{d}{dx}(x\\frac{d}{dx}x^2)"), "+ * 2 x * 2 x");
  EXPECT_EQ(eliminated("\\frac{\\partial^2}{\\partial x\\partial y} x^2y"), "* 2 x");
}

TEST_F(Differentiate, StopsWhenDerivativesGrowTooLarge) {
  ExprId body = read("\\sin(x^x)\\cos(\\exp(x^2))\\tan x");
  for (int i = 0; i < 64; ++i) body = pool_.make(Op::Derivative, {pool_.variable("x"), body});
  const std::size_t before = pool_.size();
  const ExprId done = eliminate_derivatives(pool_, body, 10'000);
  EXPECT_LT(pool_.size(), before + 400'000);
  EXPECT_TRUE(contains(pool_, done, Op::Derivative));
}

TEST_F(Differentiate, IsLinearInSharedSubexpressions) {
  ExprId power = pool_.variable("x");
  for (int i = 0; i < 1000; ++i) power = pool_.make(Op::Multiply, {power, power});
  const std::size_t before = pool_.size();
  differentiate(pool_, power, x_);
  EXPECT_LT(pool_.size(), before + 10'000);
}

TEST_F(Differentiate, GivesTheSlopeOfEveryFunction) {
  for (std::size_t i = 0; i < kOpCount; ++i) {
    const Op op = static_cast<Op>(i);
    if (op_arity(op) != 1) continue;
    const ExprId inner = read("\\frac{x^2}{3}+x");
    const ExprId function = pool_.make(op, {inner});
    const ExprId slope = differentiate(pool_, function, x_);
    for (const auto& at : {Rational(1, 3), Rational(-7, 4), Rational(9, 5), Rational(-1, 5)}) {
      EXPECT_TRUE(is_slope(function, slope, at));
    }
  }
  EXPECT_GT(compared_, 60);
}

TEST_F(Differentiate, GivesTheSlopeOfRandomExpressions) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const ExprId function = RandomExpression(pool_, seed).make(1 + static_cast<int>(seed % 8));
    const ExprId slope = differentiate(pool_, function, x_);
    EXPECT_TRUE(is_slope(function, slope, Rational(5, 7))) << "seed " << seed;
    EXPECT_TRUE(is_slope(function, slope, Rational(-8, 3))) << "seed " << seed;
  }
  EXPECT_GT(compared_, 100);
}

}  // namespace
}  // namespace noether::algebra
