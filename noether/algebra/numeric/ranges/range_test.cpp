#include "noether/algebra/numeric/ranges/range.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace noether::algebra {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Range of(Op op, const std::vector<Range>& operands) { return range_of(op, operands); }
Range whole_line() { return everything(); }
Range point(double value) { return range_of(value); }

TEST(Range, KeepsSumsAndProductsOfSmallNumbersExact) {
  EXPECT_EQ(of(Op::Add, {point(2), point(3)}), point(5));
  EXPECT_EQ(of(Op::Multiply, {point(0.5), point(-3)}), point(-1.5));
  EXPECT_EQ(of(Op::Divide, {point(6), point(4)}), point(1.5));
  EXPECT_EQ(of(Op::Sqrt, {point(9)}), point(3));
  EXPECT_EQ(of(Op::Power, {point(-3), point(5)}), point(-243));
  EXPECT_EQ(of(Op::Power, {point(2), point(-3)}), point(0.125));
  EXPECT_EQ(of(Op::Factorial, {point(10)}), point(3628800));
  EXPECT_EQ(of(Op::Binomial, {point(10), point(3)}), point(120));
  EXPECT_EQ(of(Op::Exp, {point(0)}), point(1));
  EXPECT_EQ(of(Op::Cos, {point(0)}), point(1));
  EXPECT_EQ(of(Op::Ln, {point(1)}), point(0));
}

TEST(Range, RoundsOutwardWhenAResultIsNoDouble) {
  const Range third = of(Op::Divide, {point(1), point(3)});
  EXPECT_LT(third.lo, third.hi);
  EXPECT_EQ(third, range_of(Rational(1, 3)));
  const Range sum = of(Op::Add, {point(1e16), point(1e-3)});
  EXPECT_EQ(sum.lo, 1e16);
  EXPECT_EQ(sum.hi, 1e16 + 2);
}

TEST(Range, HoldsNumbersThatNoDoubleReaches) {
  const auto huge = Rational::parse("1" + std::string(400, '0'));
  ASSERT_TRUE(huge);
  const Range large = range_of(*huge);
  EXPECT_EQ(large.lo, std::numeric_limits<double>::max());
  EXPECT_EQ(large.hi, kInfinity);
  const Range tiny = range_of(Rational(1) / *huge);
  EXPECT_TRUE(tiny.positive());
  EXPECT_EQ(tiny.lo, 0);
}

TEST(Range, KnowsWhereAFunctionIsDefined) {
  EXPECT_EQ(of(Op::Ln, {whole_line()}).defined, Defined::Sometimes);
  EXPECT_EQ(of(Op::Ln, {of(Op::Exp, {whole_line()})}).defined, Defined::Always);
  EXPECT_EQ(of(Op::Sqrt, {point(-1)}), never());
  EXPECT_EQ(of(Op::Divide, {point(1), point(0)}), never());
  EXPECT_EQ(of(Op::Power, {point(0), point(0)}), never());
  EXPECT_EQ(of(Op::Power, {point(-8), point(0.5)}), never());
  EXPECT_EQ(of(Op::Gamma, {point(-3)}), never());
  EXPECT_EQ(of(Op::Multiply, {point(0), never()}), never());
  EXPECT_EQ(range_of(Op::I, {}), never());
  EXPECT_EQ(of(Op::Acot, {point(0)}).defined, Defined::Always);
}

TEST(Range, KnowsThatExpIsPositiveThoughItsBoundIsZero) {
  const Range exp = of(Op::Exp, {whole_line()});
  EXPECT_EQ(exp.lo, 0);
  EXPECT_TRUE(exp.positive());
  const Range square = of(Op::Power, {whole_line(), point(2)});
  EXPECT_TRUE(square.nonnegative());
  EXPECT_FALSE(square.nonzero);
  EXPECT_TRUE(of(Op::Add, {exp, square}).positive());
  EXPECT_EQ(of(Op::Divide, {point(1), exp}).defined, Defined::Always);
  EXPECT_TRUE(of(Op::Divide, {point(1), exp}).positive());
  EXPECT_EQ(of(Op::Cosh, {whole_line()}).lo, 1);
  EXPECT_TRUE(of(Op::Gamma, {whole_line()}).nonzero);
}

TEST(Range, FollowsWholeNumbers) {
  const Range whole = of(Op::Floor, {whole_line()});
  EXPECT_TRUE(whole.integer);
  EXPECT_TRUE(of(Op::Multiply, {whole, point(3)}).integer);
  EXPECT_FALSE(of(Op::Multiply, {whole, point(0.5)}).integer);
  EXPECT_TRUE(of(Op::Power, {whole, point(4)}).integer);
  EXPECT_TRUE(of(Op::Binomial, {whole, point(2)}).integer);
  EXPECT_EQ(of(Op::Sign, {of(Op::Exp, {whole_line()})}), point(1));
  // A whole number other than 0 has a size of at least 1.
  const Range nonzero = make_range(0, 10, Defined::Always, true, true);
  EXPECT_EQ(nonzero.lo, 1);
}

TEST(Range, BoundsWavesOnlyWhereTheArgumentSaysSomething) {
  const Range large = of(Op::Sin, {point(1e300)});
  EXPECT_EQ(large.lo, -1);
  EXPECT_EQ(large.hi, 1);
  const Range arch = of(Op::Sin, {make_range(0.5, 3, Defined::Always)});
  EXPECT_EQ(arch.hi, 1);
  EXPECT_GT(arch.lo, 0.1);
}

TEST(Range, MergesFactsAndReportsContradictions) {
  const Range positive = make_range(0, kInfinity, Defined::Sometimes, true);
  const Range small = make_range(-1, 1, Defined::Always);
  const auto both = intersect(positive, small);
  ASSERT_TRUE(both);
  EXPECT_EQ(*both, make_range(0, 1, Defined::Always, true));
  EXPECT_FALSE(intersect(point(0), point(1)));
  EXPECT_FALSE(intersect(point(0), positive));
  EXPECT_FALSE(intersect(never(), small));
  EXPECT_FALSE(intersect(point(0.5), of(Op::Floor, {whole_line()})));
  // Two expressions that are nowhere defined may have any ranges.
  const Range ones = make_range(1, 1, Defined::Sometimes);
  const Range twos = make_range(2, 2, Defined::Sometimes);
  EXPECT_EQ(intersect(ones, twos), never());
  EXPECT_TRUE(disjoint(ones, twos));
  EXPECT_TRUE(disjoint(point(0), positive));
  EXPECT_FALSE(disjoint(positive, small));
}

TEST(Range, HullHoldsBoth) {
  EXPECT_EQ(hull(point(1), point(2)), make_range(1, 2, Defined::Always, false, true));
  EXPECT_EQ(hull(point(1), never()).defined, Defined::Sometimes);
  EXPECT_EQ(hull(never(), never()), never());
}

}  // namespace
}  // namespace noether::algebra
