#include "noether/algebra/expression/fold.h"

#include <gtest/gtest.h>

namespace noether::algebra {
namespace {

std::string folded(Op op, const Rational& a) {
  const Rational* operands[] = {&a};
  const auto value = fold(op, operands);
  return value ? value->to_string() : "none";
}

std::string folded(Op op, const Rational& a, const Rational& b) {
  const Rational* operands[] = {&a, &b};
  const auto value = fold(op, operands);
  return value ? value->to_string() : "none";
}

TEST(Fold, KeepsArithmeticExact) {
  EXPECT_EQ(folded(Op::Add, Rational(1, 3), Rational(1, 6)), "1/2");
  EXPECT_EQ(folded(Op::Divide, Rational(2), Rational(-4)), "-1/2");
  EXPECT_EQ(folded(Op::Power, Rational(2, 3), Rational(-3)), "27/8");
  EXPECT_EQ(folded(Op::Power, Rational(-2), Rational(3)), "-8");
  EXPECT_EQ(folded(Op::Power, Rational(2), Rational(100)), "1267650600228229401496703205376");
}

TEST(Fold, TakesExactRootsOnly) {
  EXPECT_EQ(folded(Op::Sqrt, Rational(9, 4)), "3/2");
  EXPECT_EQ(folded(Op::Sqrt, Rational(2)), "none");
  EXPECT_EQ(folded(Op::Sqrt, Rational(-4)), "none");
  EXPECT_EQ(folded(Op::Power, Rational(8, 27), Rational(2, 3)), "4/9");
  EXPECT_EQ(folded(Op::Power, Rational(-8), Rational(1, 3)), "none");
}

TEST(Fold, LeavesWhatIsUndefined) {
  EXPECT_EQ(folded(Op::Divide, Rational(1), Rational(0)), "none");
  EXPECT_EQ(folded(Op::Power, Rational(0), Rational(0)), "none");
  EXPECT_EQ(folded(Op::Power, Rational(0), Rational(-1)), "none");
  EXPECT_EQ(folded(Op::Power, Rational(0), Rational(1, 2)), "0");
  EXPECT_EQ(folded(Op::Factorial, Rational(-1)), "none");
  EXPECT_EQ(folded(Op::Ln, Rational(0)), "none");
}

TEST(Fold, LeavesNumbersTooBigToWriteDown) {
  EXPECT_EQ(folded(Op::Power, Rational(9), Rational(387420489)), "none");
  EXPECT_EQ(folded(Op::Factorial, Rational(100000)), "none");
  EXPECT_EQ(folded(Op::Power, Rational(-1), Rational(387420489)), "-1");
  EXPECT_EQ(folded(Op::Binomial, Rational(1000000), Rational(500000)), "none");
}

TEST(Fold, KnowsBinomialsOfAnyNumber) {
  EXPECT_EQ(folded(Op::Binomial, Rational(5), Rational(2)), "10");
  EXPECT_EQ(folded(Op::Binomial, Rational(1, 2), Rational(2)), "-1/8");
  EXPECT_EQ(folded(Op::Binomial, Rational(-2), Rational(3)), "-4");
  EXPECT_EQ(folded(Op::Binomial, Rational(5), Rational(-1)), "0");
  EXPECT_EQ(folded(Op::Binomial, Rational(2), Rational(5)), "0");
}

TEST(Fold, KnowsLogarithmsOfPowers) {
  EXPECT_EQ(folded(Op::Log, Rational(2), Rational(8)), "3");
  EXPECT_EQ(folded(Op::Log, Rational(10), Rational(1, 100)), "-2");
  EXPECT_EQ(folded(Op::Log, Rational(1), Rational(1)), "none");
  EXPECT_EQ(folded(Op::Log, Rational(2), Rational(3)), "none");
}

}  // namespace
}  // namespace noether::algebra
