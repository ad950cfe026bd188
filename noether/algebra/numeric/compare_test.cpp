#include "noether/algebra/numeric/compare.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "noether/algebra/numeric/evaluate_fixture.h"

namespace noether::algebra {
namespace {

class CompareAt : public testing::Test {
 protected:
  Comparison compare(std::string_view left, std::string_view right, TestPool::Assignment at = {},
                     Field field = Field::Real, int digits = 30) {
    BallEvaluator evaluator(test_.pool, {test_.parse(left), test_.parse(right)});
    return compare_at(evaluator, test_.point(at), field, digits);
  }
  TestPool test_;
};

TEST_F(CompareAt, SeesTheSameValue) {
  EXPECT_EQ(compare("(* (sin x) (cos x))", "(/ (sin (* 2 x)) 2)", {{"x", "5/7"}}).outcome,
            Outcome::SameValue);
  EXPECT_EQ(compare("(+ (exp (* i x)) 0)", "(+ (cos x) (* i (sin x)))", {{"x", "(+ 1 (* 2 i))"}},
                    Field::Complex)
                .outcome,
            Outcome::SameValue);
}

TEST_F(CompareAt, SeesDifferentValuesWithTheirText) {
  const Comparison result = compare("(sqrt (pow x 2))", "x", {{"x", "-2"}});
  EXPECT_EQ(result.outcome, Outcome::Different);
  EXPECT_EQ(result.left, "2");
  EXPECT_EQ(result.right, "-2");
}

TEST_F(CompareAt, GrowsThePrecisionUntilCloseValuesDiffer) {
  const Comparison result = compare("(+ (sin x) (pow 10 -500))", "(sin x)", {{"x", "1"}});
  EXPECT_EQ(result.outcome, Outcome::SameValue);
  const Comparison sharp =
      compare("(/ (- (+ (sin x) (pow 10 -500)) (sin x)) (pow 10 -500))", "0", {{"x", "1"}});
  EXPECT_EQ(sharp.outcome, Outcome::Different);
  EXPECT_GE(sharp.bits, 1600);
}

TEST_F(CompareAt, SurvivesCancellation) {
  // Both are 1e-40 and lose 133 bits during evaluation.
  EXPECT_EQ(compare("(- (+ (exp 1) (pow 10 -40)) (exp 1))", "(pow 10 -40)").outcome,
            Outcome::SameValue);
  EXPECT_EQ(compare("(- (+ (sin 1) (pow 10 -40)) (sin 1))", "(* 2 (pow 10 -40))").outcome,
            Outcome::Different);
}

TEST_F(CompareAt, ZeroThatOnlyShowsNumericallyIsZero) {
  EXPECT_EQ(compare("(- (+ (pow (sin x) 2) (pow (cos x) 2)) 1)", "0", {{"x", "5/7"}}).outcome,
            Outcome::SameValue);
}

TEST_F(CompareAt, KnowsWhichSideIsUndefined) {
  EXPECT_EQ(compare("(/ x x)", "1", {{"x", "0"}}).outcome, Outcome::LeftUndefined);
  EXPECT_EQ(compare("x", "(exp (ln x))", {{"x", "-1"}}).outcome, Outcome::RightUndefined);
  EXPECT_EQ(compare("(ln x)", "(sqrt x)", {{"x", "-1"}}).outcome, Outcome::BothUndefined);
  const Comparison result = compare("(/ (sin x) (cos x))", "(tan (+ x pi))", {{"x", "(/ pi 2)"}});
  EXPECT_EQ(result.outcome, Outcome::BothUndefined);
  EXPECT_EQ(result.left, "undefined");
}

TEST_F(CompareAt, ABoundaryThatCannotBeDecidedIsUnclear) {
  // sin(1)^2 + cos(1)^2 is 1, but no precision shows it.
  const Comparison result = compare("(/ 1 (- (+ (pow (sin 1) 2) (pow (cos 1) 2)) 1))", "7");
  EXPECT_EQ(result.outcome, Outcome::Unclear);
  EXPECT_EQ(result.left, "unclear");
  EXPECT_EQ(result.right, "7");
  EXPECT_LE(result.bits, kMaxComparisonBits);
}

TEST_F(CompareAt, UnknownFunctionsAreUnclearAtOnce) {
  const Comparison result = compare("(f x)", "x", {{"x", "1"}});
  EXPECT_EQ(result.outcome, Outcome::Unclear);
  EXPECT_EQ(result.bits, 128);
}

TEST_F(CompareAt, HugeExponentsAreUnclearQuickly) {
  const auto start = std::chrono::steady_clock::now();
  const char* const tower = "(pow 9 (pow 9 (pow 9 9)))";
  EXPECT_EQ(compare(tower, std::string("(+ 1 ") + tower + ")").outcome, Outcome::Unclear);
  EXPECT_EQ(compare(std::string("(sin ") + tower + ")", "2").outcome, Outcome::Different);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(2));
}

TEST_F(CompareAt, TheDeadlineEndsAComparisonOfHugeExpressions) {
  ExprId sum = test_.parse("(sin x)");
  for (int i = 0; i < 100'000; ++i) {
    sum = test_.pool.make(i % 2 == 0 ? Op::Cos : Op::Gamma, {sum});
  }
  BallEvaluator evaluator(test_.pool, {sum, test_.parse("(f x)")});
  const auto start = std::chrono::steady_clock::now();
  const Comparison result = compare_at(evaluator, test_.point({{"x", "1/3"}}), Field::Real, 1000,
                                       start + std::chrono::milliseconds(50));
  EXPECT_EQ(result.outcome, Outcome::Unclear);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(2));
}

TEST_F(CompareAt, MillionsOfNestedOperatorsAreUnclear) {
  ExprId deep = test_.parse("x");
  for (int i = 0; i < 1'000'000; ++i) deep = test_.pool.make(Op::Sin, {deep});
  BallEvaluator evaluator(test_.pool, {deep, test_.parse("x")});
  EXPECT_EQ(compare_at(evaluator, test_.point({{"x", "1"}}), Field::Real, 10).outcome,
            Outcome::Unclear);
}

}  // namespace
}  // namespace noether::algebra
