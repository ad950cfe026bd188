#include "bench/identities/mathematica_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "noether/algebra/numeric/test_expressions.h"

namespace noether::bench {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class MathematicaReaderTest : public ::testing::Test {
 protected:
  void expect(std::string_view text, std::string_view expected) {
    const auto reading = read_mathematica(text, pool_);
    ASSERT_TRUE(reading) << text << ": " << reading.error().message;
    EXPECT_EQ(reading->expression, algebra::parse_for_test(pool_, expected)) << text;
  }

  algebra::Vocabulary vocabulary_;
  algebra::Expressions pool_{vocabulary_};
};

TEST_F(MathematicaReaderTest, PowersBindTighterThanSignsAndFromTheRight) {
  expect("-a^2", "(* -1 (pow a 2))");
  expect("2^-n", "(pow 2 (* -1 n))");
  expect("E^x^2", "(pow e (pow x 2))");
  expect("a - b - c", "(- (- a b) c)");
  expect("a/b*c", "(* (/ a b) c)");
  expect("x^(-1)", "(pow x -1)");
  expect("-1/16*x", "(* (/ -1 16) x)");
  expect("a b", "(* a b)");
  expect("2 (x + 1)", "(* 2 (+ x 1))");
  expect("n!", "(factorial n)");
}

TEST_F(MathematicaReaderTest, FunctionsAreOperators) {
  expect("Sqrt[x]*Log[2, ArcSinh[y]]", "(* (sqrt x) (log 2 (asinh y)))");
  expect("Pi + I", "(+ pi i)");
  expect("Max[a, b, c]", "(max (max a b) c)");
  expect("If[$VersionNumber>=8, x + 1, 1 + x]", "(+ x 1)");
  expect("Expand[x]", "x");
  expect("f''[x]", "(D1:D1:f x)");
  expect("Derivative[1][f][x]", "(D1:f x)");
}

TEST_F(MathematicaReaderTest, UnknownFunctionsAreReported) {
  const auto reading = read_mathematica("PolyLog[2, x] + Gamma[a, x] + f[x] + Gamma[x]", pool_);
  ASSERT_TRUE(reading);
  EXPECT_THAT(reading->unknown, ElementsAre("Gamma/2", "PolyLog"));
  EXPECT_THAT(reading->arbitrary, ElementsAre("f"));
  EXPECT_THAT(read_mathematica("Gamma[x]", pool_)->unknown, IsEmpty());
}

TEST_F(MathematicaReaderTest, WhatAlgebraHasNoWordForIsReadAndReported) {
  const auto sum = read_mathematica("RootSum[1 + #1^3 &, Log[x - #1]/#1 &]", pool_);
  ASSERT_TRUE(sum) << sum.error().message;
  EXPECT_THAT(sum->unknown, ElementsAre("#", "&", "RootSum"));
  const auto cases = read_mathematica("Piecewise[{{x, x > 0 && n >= 1}}, -x]", pool_);
  ASSERT_TRUE(cases) << cases.error().message;
  EXPECT_TRUE(cases->unknown.contains("Piecewise"));
  expect("\\[Alpha]^2", "(pow Alpha 2)");
}

TEST_F(MathematicaReaderTest, BadInputIsAnError) {
  for (const std::string text : {"", "x +", "(x", "Sin[x", "x)", "Sin[x,]", "f'", "a ] b", "x^"}) {
    EXPECT_FALSE(read_mathematica(text, pool_)) << text;
  }
  EXPECT_FALSE(read_mathematica(std::string(1'000'000, '('), pool_));
  EXPECT_FALSE(read_mathematica("x" + std::string(1'000'000, '^'), pool_));
}

}  // namespace
}  // namespace noether::bench
