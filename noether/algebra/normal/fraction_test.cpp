#include "noether/algebra/normal/fraction.h"

#include <gtest/gtest.h>

namespace noether::algebra::normal {
namespace {

class FractionTest : public ::testing::Test {
 protected:
  bool same(const Fraction& a, const Fraction& b) { return field.subtract(a, b).is_zero(); }

  Budget budget;
  Meter meter{budget};
  FractionField field{3, meter};
  Fraction x = field.generator(0);
  Fraction y = field.generator(1);
  Fraction one = field.constant(1);
};

TEST_F(FractionTest, AddsAndCancels) {
  const Fraction sum = field.add(field.divide(one, x), field.divide(one, y));
  EXPECT_TRUE(same(sum, field.divide(field.add(x, y), field.multiply(x, y))));
  const Fraction difference = field.subtract(field.multiply(x, x), one);
  const Fraction quotient = field.divide(difference, field.subtract(x, one));
  EXPECT_TRUE(quotient.denominator.empty());
  EXPECT_TRUE(same(quotient, field.add(x, one)));
}

TEST_F(FractionTest, PowersMayBeNegative) {
  EXPECT_TRUE(same(field.multiply(field.power(x, -3), field.power(x, 5)), field.multiply(x, x)));
  EXPECT_TRUE(same(field.power(field.add(x, y), 0), one));
}

TEST_F(FractionTest, RelationsLowerPowersAndClearDenominators) {
  // The third generator is the square root of x/y.
  field.relate(2, 2, field.divide(x, y));
  const Fraction root = field.generator(2);
  EXPECT_TRUE(same(field.multiply(root, root), field.divide(x, y)));
  EXPECT_TRUE(same(field.divide(one, root), field.divide(field.multiply(root, y), x)));
  EXPECT_TRUE(same(field.power(root, 5), field.multiply(root, field.power(field.divide(x, y), 2))));
}

TEST_F(FractionTest, DivisionByZeroGivesUp) {
  field.divide(x, field.subtract(y, y));
  EXPECT_TRUE(meter.exceeded());
}

TEST_F(FractionTest, WhatIsTooLargeIsNotBegun) {
  field.power(field.add(field.add(x, y), one), 100'000);
  EXPECT_TRUE(meter.exceeded());
}

}  // namespace
}  // namespace noether::algebra::normal
