#include "noether/algebra/numeric/integrate.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "noether/algebra/numeric/evaluate_fixture.h"

namespace noether::algebra {
namespace {

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
