#include "noether/algebra/normal/fraction.h"

#include <gtest/gtest.h>

namespace noether::algebra::normal {
namespace {

class FractionTest : public ::testing::Test {
 protected:
  bool same(const Fraction& a, const Fraction& b) { return field_.subtract(a, b).is_zero(); }

  Budget budget_;
  Meter meter_{budget_};
  FractionField field_{3, meter_};
  Fraction x_ = field_.generator(0);
  Fraction y_ = field_.generator(1);
  Fraction one_ = field_.constant(1);
};

TEST_F(FractionTest, AddsAndCancels) {
  const Fraction sum = field_.add(field_.divide(one_, x_), field_.divide(one_, y_));
  EXPECT_TRUE(same(sum, field_.divide(field_.add(x_, y_), field_.multiply(x_, y_))));
  const Fraction difference = field_.subtract(field_.multiply(x_, x_), one_);
  const Fraction quotient = field_.divide(difference, field_.subtract(x_, one_));
  EXPECT_TRUE(quotient.denominator.empty());
  EXPECT_TRUE(same(quotient, field_.add(x_, one_)));
}

TEST_F(FractionTest, PowersMayBeNegative) {
  EXPECT_TRUE(
      same(field_.multiply(field_.power(x_, -3), field_.power(x_, 5)), field_.multiply(x_, x_)));
  EXPECT_TRUE(same(field_.power(field_.add(x_, y_), 0), one_));
}

TEST_F(FractionTest, RelationsLowerPowersAndClearDenominators) {
  // The third generator is the square root of x/y.
  field_.relate(2, 2, field_.divide(x_, y_));
  const Fraction root = field_.generator(2);
  EXPECT_TRUE(same(field_.multiply(root, root), field_.divide(x_, y_)));
  EXPECT_TRUE(same(field_.divide(one_, root), field_.divide(field_.multiply(root, y_), x_)));
  EXPECT_TRUE(
      same(field_.power(root, 5), field_.multiply(root, field_.power(field_.divide(x_, y_), 2))));
}

TEST_F(FractionTest, DivisionByZeroGivesUp) {
  field_.divide(x_, field_.subtract(y_, y_));
  EXPECT_TRUE(meter_.exceeded());
}

TEST_F(FractionTest, WhatIsTooLargeIsNotBegun) {
  field_.power(field_.add(field_.add(x_, y_), one_), 100'000);
  EXPECT_TRUE(meter_.exceeded());
}

}  // namespace
}  // namespace noether::algebra::normal
