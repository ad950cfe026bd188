#include "noether/algebra/numeric/evaluate.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <tuple>

#include "noether/algebra/numeric/evaluate_fixture.h"

namespace noether::algebra {
namespace {

struct Case {
  const char* expression;
  const char* value;
};

class BallEvaluatorTest : public testing::Test {
 protected:
  void expect_real(std::initializer_list<Case> cases) {
    for (const auto& [expression, value] : cases) {
      EXPECT_EQ(test_.real(expression), value) << expression;
    }
  }
  void expect_complex(std::initializer_list<Case> cases) {
    for (const auto& [expression, value] : cases) {
      EXPECT_EQ(test_.complex(expression), value) << expression;
    }
  }
  TestPool test_;
};

TEST_F(BallEvaluatorTest, ValuesOfAnglesAreExact) {
  expect_real({{"(cos (/ pi 2))", "0!"},
               {"(sin (/ pi 6))", "0.5!"},
               {"(tan (/ pi 4))", "1!"},
               {"(sec (/ pi 3))", "2!"},
               {"(csc (* -1 (/ pi 2)))", "-1!"},
               {"(cot (/ pi 4))", "1!"},
               {"(sin (* 1000001 pi))", "0!"},
               {"(cos (* 1000001 pi))", "-1!"},
               {"(- (cos (/ pi 12)) (/ (+ (sqrt 6) (sqrt 2)) 4))", "0!"},
               {"(- (* 4 (cos (/ pi 5))) (+ 1 (sqrt 5)))", "0!"},
               {"(- (tan (/ pi 3)) (sqrt 3))", "0!"},
               {"(- (+ (pow (sin (/ pi 4)) 2) (pow (cos (/ pi 4)) 2)) 1)", "0!"}});
}

TEST_F(BallEvaluatorTest, InverseFunctionsGiveExactAngles) {
  expect_real({{"(- (asin 1) (/ pi 2))", "0!"},
               {"(- (acos -1/2) (* 2 (/ pi 3)))", "0!"},
               {"(- (atan (sqrt 3)) (/ pi 3))", "0!"},
               {"(- (atan (- (sqrt 3) 2)) (/ pi -12))", "0!"},
               {"(- (asec 2) (/ pi 3))", "0!"},
               {"(- (acsc -1) (/ pi -2))", "0!"},
               {"(- (acot 0) (/ pi 2))", "0!"},
               {"(- (acot -1) (/ pi -4))", "0!"},
               {"(acosh 1)", "0!"},
               {"(asech 1)", "0!"},
               {"(asinh 0)", "0!"}});
}

TEST_F(BallEvaluatorTest, PowersRootsAndLogarithmsAreExactWhereTheyCanBe) {
  expect_real({{"(sqrt 9/4)", "1.5!"},
               {"(- (sqrt 12) (* 2 (sqrt 3)))", "0!"},
               {"(- (sqrt (pow pi 2)) pi)", "0!"},
               {"(- (/ 1 (+ 1 (sqrt 2))) (- (sqrt 2) 1))", "0!"},
               {"(pow 8 1/3)", "2!"},
               {"(pow 4 -3/2)", "0.125!"},
               {"(exp 0)", "1!"},
               {"(ln 1)", "0!"},
               {"(- (ln (exp 3)) 3)", "0!"},
               {"(- (exp 1) e)", "0!"},
               {"(log 2 8)", "3!"},
               {"(log 8 2)", "0.3333333333!"},
               {"(factorial 5)", "120!"},
               {"(gamma 5)", "24!"},
               {"(binomial 5 2)", "10!"},
               {"(binomial -2 3)", "-4!"},
               {"(binomial 1/2 2)", "-0.125!"},
               {"(binomial 7 -1)", "0!"},
               {"(- (pow (+ 1 (sqrt 2)) 3) (+ 7 (* 5 (sqrt 2))))", "0!"}});
}

TEST_F(BallEvaluatorTest, JumpsAreDecidedExactly) {
  expect_real({{"(floor 3)", "3!"},
               {"(floor -1/2)", "-1!"},
               {"(ceil -1/2)", "0!"},
               {"(floor pi)", "3!"},
               {"(floor (* 2 (sin (/ pi 6))))", "1!"},
               {"(sign (cos (/ pi 2)))", "0!"},
               {"(sign (- pi 4))", "-1!"},
               {"(- (abs (- (sqrt 2) 2)) (- 2 (sqrt 2)))", "0!"},
               {"(max pi 22/7)", "3.142857143!"},
               {"(min (sqrt 2) (* 2 (cos (/ pi 4))))", "1.414213562!"}});
}

TEST_F(BallEvaluatorTest, RealFunctionsHaveTheirDomains) {
  expect_real({{"(/ 1 (cos (/ pi 2)))", "undefined"},
               {"(/ 1 (- (+ (pow (sin (/ pi 3)) 2) (pow (cos (/ pi 3)) 2)) 1))", "undefined"},
               {"(tan (/ pi 2))", "undefined"},
               {"(sec (/ pi -2))", "undefined"},
               {"(csc (* 3 pi))", "undefined"},
               {"(cot 0)", "undefined"},
               {"(pow 0 0)", "undefined"},
               {"(pow 0 -1)", "undefined"},
               {"(pow 0 1/2)", "0!"},
               {"(pow 0 pi)", "0!"},
               {"(pow 0 (- 3 pi))", "undefined"},
               {"(pow -8 1/3)", "undefined"},
               {"(pow -8 pi)", "undefined"},
               {"(pow -2 3)", "-8!"},
               {"(sqrt -1)", "undefined"},
               {"(sqrt 0)", "0!"},
               {"(ln 0)", "undefined"},
               {"(ln -1)", "undefined"},
               {"(log 1 2)", "undefined"},
               {"(log -2 4)", "undefined"},
               {"(asin 2)", "undefined"},
               {"(asin (+ 1 (pow 10 -30)))", "undefined"},
               {"(acos -2)", "undefined"},
               {"(acsc 1/2)", "undefined"},
               {"(asec 0)", "undefined"},
               {"(acosh 1/2)", "undefined"},
               {"(atanh 1)", "undefined"},
               {"(atanh -1)", "undefined"},
               {"(acsch 0)", "undefined"},
               {"(asech 0)", "undefined"},
               {"(asech -1)", "undefined"},
               {"(acoth 1)", "undefined"},
               {"(acoth 0)", "undefined"},
               {"(csch 0)", "undefined"},
               {"(coth 0)", "undefined"},
               {"(gamma 0)", "undefined"},
               {"(gamma -3)", "undefined"},
               {"(factorial -1)", "undefined"},
               {"(binomial -1 1/2)", "undefined"},
               {"(binomial -3 pi)", "undefined"},
               {"i", "undefined"}});
}

TEST_F(BallEvaluatorTest, AnUndefinedPartMakesTheWholeUndefined) {
  expect_real({{"(* 0 (ln -1))", "undefined"},
               {"(pow (/ 1 0) 0)", "undefined"},
               {"(+ (f 1) (ln -1))", "undefined"},
               {"(max 1 (sqrt -1))", "undefined"}});
}

TEST_F(BallEvaluatorTest, WhatNumericsDoNotKnowIsUnclear) {
  expect_real({{"(f 1)", "unclear"},
               {"(+ 1 (f 1))", "unclear"},
               {"(integral x x)", "unclear"},
               {"x", "unclear"}});
  const BallEvaluator evaluator(test_.pool, {test_.parse("(+ 1 (f x))"), test_.parse("(+ 1 x)")});
  EXPECT_FALSE(evaluator.is_numeric(0));
  EXPECT_TRUE(evaluator.is_numeric(1));
}

TEST_F(BallEvaluatorTest, ComplexFunctionsTakePrincipalBranches) {
  expect_complex({{"(sqrt -4)", "2*i!"},
                  {"(ln -1)", "3.141592654*i!"},
                  {"(ln (* -1 i))", "-1.570796327*i!"},
                  {"(exp (* i pi))", "-1!"},
                  {"(- (exp (/ (* i pi) 3)) (/ (+ 1 (* i (sqrt 3))) 2))", "0!"},
                  {"(pow i 2)", "-1!"},
                  {"(pow i i)", "0.2078795764"},
                  {"(pow -8 1/3)", "1.000000000 + 1.732050808*i"},
                  {"(abs (+ 3 (* 4 i)))", "5!"},
                  {"(sign (* 5 i))", "1*i!"},
                  {"(asin 2)", "1.570796327 - 1.316957897*i"},
                  {"(acos 2)", "1.316957897*i"},
                  {"(acosh 0)", "1.570796327*i!"},
                  {"(atan (* 2 i))", "1.570796327 + 0.5493061443*i"},
                  {"(sinh (/ (* i pi) 2))", "1*i!"},
                  {"(gamma (+ 1 i))", "0.4980156681 - 0.1549498283*i"}});
}

TEST_F(BallEvaluatorTest, ComplexFunctionsHaveTheirDomains) {
  expect_complex({{"(ln 0)", "undefined"},
                  {"(log 1 2)", "undefined"},
                  {"(pow 0 i)", "undefined"},
                  {"(pow 0 (+ 1 i))", "0!"},
                  {"(pow 0 0)", "undefined"},
                  {"(atan i)", "undefined"},
                  {"(acot (* -1 i))", "undefined"},
                  {"(acot 0)", "1.570796327!"},
                  {"(atanh 1)", "undefined"},
                  {"(acoth 0)", "undefined"},
                  {"(tanh (/ (* i pi) 2))", "undefined"},
                  {"(csch (* i pi))", "undefined"},
                  {"(tan (/ pi 2))", "undefined"},
                  {"(floor i)", "undefined"},
                  {"(max 1 (* 2 i))", "undefined"},
                  {"(floor (* i i))", "-1!"},
                  {"(/ 1 (+ 1 (* i i)))", "undefined"},
                  {"(gamma -1)", "undefined"}});
}

TEST_F(BallEvaluatorTest, CoordinatesAreConstantExpressions) {
  EXPECT_EQ(test_.real("(/ 1 (cos x))", {{"x", "(/ pi 2)"}}), "undefined");
  EXPECT_EQ(test_.real("(* x y)", {{"x", "3/7"}, {"y", "7/3"}}), "1!");
  EXPECT_EQ(test_.complex("(* x x)", {{"x", "(+ 1 (* 2 i))"}}), "-3 + 4*i!");
  EXPECT_EQ(test_.real("(+ x y)", {{"x", "1"}}), "unclear");
  EXPECT_EQ(test_.real("(* 2 x)", {{"x", "i"}}), "undefined");
}

TEST_F(BallEvaluatorTest, AnEvaluatorMovesBetweenPointsFieldsAndPrecisions) {
  BallEvaluator evaluator(test_.pool, {test_.parse("(sqrt (- x 1/3))")});
  const Point below = test_.point({{"x", "-2/3"}});
  const Point above = test_.point({{"x", "7/3"}});
  for (const slong bits : {64, 256, 64}) {
    evaluator.evaluate(below, Field::Real, bits);
    EXPECT_EQ(value_text(evaluator.value()), "undefined");
    evaluator.evaluate(below, Field::Complex, bits);
    EXPECT_EQ(value_text(evaluator.value()), "1*i");
    evaluator.evaluate(above, Field::Real, bits);
    EXPECT_EQ(value_text(evaluator.value()), "1.414213562");
  }
}

TEST_F(BallEvaluatorTest, AutomaticFieldIsComplexWhenIAppears) {
  EXPECT_EQ(test_.text("(sqrt -1)", Field::Automatic), "undefined");
  EXPECT_EQ(test_.text("(* i (sqrt -1))", Field::Automatic), "-1!");
}

TEST_F(BallEvaluatorTest, LongRationalsAreExactWhereItMatters) {
  const char* const x = "1234567890123456789/1099511627776";
  EXPECT_EQ(test_.real("(/ 1 (- (* x x) (pow x 2)))", {{"x", x}}), "undefined");
  EXPECT_EQ(test_.real("(/ 1 (- (/ x 3) (* x 1/3)))", {{"x", x}}), "undefined");
}

TEST(DefiniteIntegral, OfSmoothFunctions) {
  TestPool test;
  EXPECT_EQ(test.real("(defint (sin x) x 0 pi)"), "2.000000000");
  EXPECT_EQ(test.real("(defint (/ 1 (+ 1 (pow x 2))) x 0 1)"), "0.7853981634");
  EXPECT_EQ(test.real("(defint (exp x) x 1 0)"), "-1.718281828");
  EXPECT_EQ(test.real("(defint (sqrt x) x 1 4)"), "4.666666667");
  EXPECT_EQ(test.real("(+ 1 (defint (* a x) x 0 b))", {{"a", "6"}, {"b", "2"}}), "13.00000000");
  EXPECT_EQ(test.complex("(defint (/ 1 z) z 1 i)"), "1.570796327*i");
}

TEST(DefiniteIntegral, OfFunctionsInPieces) {
  TestPool test;
  EXPECT_EQ(test.real("(defint (abs x) x -1 3)").substr(0, 5), "5.000");
  EXPECT_EQ(test.complex("(defint (abs (+ x i)) x -1 3)"), "unclear");
}

TEST(DefiniteIntegral, BindsItsVariable) {
  TestPool test;
  EXPECT_EQ(test.real("(* x (defint x x 0 x))", {{"x", "2"}}), "4.000000000");
}

TEST(DefiniteIntegral, NeedsTheIntegrandOnTheWholePath) {
  TestPool test;
  EXPECT_EQ(test.real("(defint (/ 1 x) x -1 1)"), "unclear");
  EXPECT_EQ(test.real("(defint (sqrt x) x -2 -1)"), "undefined");
  EXPECT_EQ(test.real("(defint (ln (- x 1)) x 0 3)"), "undefined");
  EXPECT_EQ(test.real("(defint (f x) x 0 3)"), "unclear");
  EXPECT_EQ(test.real("(defint x x 0 (ln -1))"), "undefined");
}

TEST(DefiniteIntegral, TakesBoundedTime) {
  TestPool test;
  const auto start = std::chrono::steady_clock::now();
  test.real("(defint (sin (exp (exp x))) x 0 20)");
  test.real("(defint (floor (* 1000000 x)) x 0 1)");
  test.real("(defint (tan x) x 0 1000)");
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
  std::string nested = "x";
  for (int i = 0; i < 10'000; ++i) nested = "(defint " + nested + " x 0 1)";
  EXPECT_EQ(test.real(nested), "unclear");
}

TEST(DefiniteIntegral, CanBeCompared) {
  TestPool test;
  BallEvaluator evaluator(
      test.pool, {test.parse("(defint (exp (* a x)) x 0 1)"), test.parse("(/ (- (exp a) 1) a)")});
  const Comparison same = compare_at(evaluator, test.point({{"a", "5/7"}}), Field::Real, 30);
  EXPECT_EQ(same.outcome, Outcome::SameValue) << same.left << " " << same.right;
}

}  // namespace
}  // namespace noether::algebra
