#include "noether/algebra/normal/domain.h"

#include <gtest/gtest.h>

#include "noether/algebra/numeric/test_expressions.h"

namespace noether::algebra::normal {
namespace {

class DomainTest : public ::testing::Test {
 protected:
  bool same(const char* a, const char* b, Field field = Field::Real) {
    Normalizer normalizer(pool_, field);
    return same_domain(normalizer, parse_for_test(pool_, a), parse_for_test(pool_, b));
  }
  std::size_t conditions(const char* a, Field field = Field::Real) {
    Normalizer normalizer(pool_, field);
    const auto domain = domain_of(normalizer, parse_for_test(pool_, a));
    return domain ? domain->size() : 99;
  }

  Vocabulary vocabulary_;
  Expressions pool_{vocabulary_};
};

TEST_F(DomainTest, WhatIsDefinedEverywhereHasNoConditions) {
  EXPECT_EQ(conditions("(/ x (+ 1 (pow x 2)))"), 0);
  EXPECT_EQ(conditions("(sqrt (+ (exp x) (pow y 4)))"), 0);
  EXPECT_EQ(conditions("(ln (cosh x))"), 0);
  EXPECT_EQ(conditions("(tanh (atan x))"), 0);
  EXPECT_EQ(conditions("(asin (sin x))"), 0);
}

TEST_F(DomainTest, ConditionsAreCanonical) {
  EXPECT_TRUE(same("(/ 1 (- x 1))", "(/ x (- 1 x))"));
  EXPECT_TRUE(same("(/ 1 (* x y))", "(+ (/ 1 x) (/ 1 y))"));
  EXPECT_TRUE(same("(ln (* 2 x))", "(+ (ln 2) (ln x))"));
  EXPECT_TRUE(same("(tan x)", "(/ (sin x) (cos x))"));
  EXPECT_TRUE(same("(/ 1 (sqrt x))", "(ln x)"));
  EXPECT_TRUE(same("(acsc x)", "(asec x)"));
  EXPECT_TRUE(same("(pow x -2)", "(pow x 0)"));
  EXPECT_TRUE(same("(ln (pow x 2))", "(/ 1 x)"));
  EXPECT_TRUE(same("(ln (/ x y))", "(ln (* x y))"));
}

TEST_F(DomainTest, DifferentDomainsAreToldApart) {
  EXPECT_FALSE(same("(/ x x)", "1"));
  EXPECT_FALSE(same("(ln (* x y))", "(+ (ln x) (ln y))"));
  EXPECT_FALSE(same("(sqrt (* (pow x 2) y))", "(* (abs x) (sqrt y))"));
  EXPECT_FALSE(same("(sqrt x)", "(ln x)"));
  EXPECT_FALSE(same("(/ 1 (- (pow x 2) 1))", "(/ 1 (- x 1))"));
  EXPECT_FALSE(same("(* 0 (ln x))", "0"));
  EXPECT_FALSE(same("(gamma x)", "(gamma (+ x 1))"));
}

TEST_F(DomainTest, ComplexFunctionsHaveFewerConditions) {
  EXPECT_TRUE(same("(sqrt x)", "x", Field::Complex));
  EXPECT_TRUE(same("(ln x)", "(/ 1 x)", Field::Complex));
  EXPECT_FALSE(same("(atan x)", "x", Field::Complex));
  EXPECT_FALSE(same("(/ 1 (+ 1 (pow x 2)))", "x", Field::Complex));
}

TEST_F(DomainTest, ExpressionsWithoutValuesHaveOneDomain) {
  EXPECT_TRUE(same("(ln -1)", "(sqrt -2)"));
  EXPECT_TRUE(same("(ln (- 0 (exp x)))", "(* i x)"));
}

}  // namespace
}  // namespace noether::algebra::normal
