#include "noether/algebra/numeric/plain.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "noether/algebra/numeric/ranges/range.h"

namespace noether::algebra {
namespace {

// Plain values are in the certain ranges, up to rounding.
TEST(PlainValue, IsNearTheCertainRange) {
  int compared = 0;
  for (std::size_t i = 0; i < kOpCount; ++i) {
    const Op op = static_cast<Op>(i);
    if (op_arity(op) != 1 && op_arity(op) != 2) continue;
    for (const double a : {-2.5, -0.75, -0.25, 0.25, 0.75, 1.5, 3.0}) {
      for (const double b : {0.5, 2.0, 2.75}) {
        const std::array operands = {range_of(a), range_of(b)};
        const Range range = range_of(op, std::span(operands).first(op_arity(op)));
        const double value = plain_value(op, a, b);
        if (range.defined == Defined::Never) {
          EXPECT_FALSE(std::isfinite(value)) << op_name(op) << " " << a << " " << b;
        } else if (range.defined == Defined::Always) {
          ++compared;
          const double slack = 1e-9 * (1 + std::abs(range.lo));
          EXPECT_GE(value, range.lo - slack) << op_name(op) << " " << a << " " << b;
          EXPECT_LE(value, range.hi + slack) << op_name(op) << " " << a << " " << b;
        }
      }
    }
  }
  EXPECT_GT(compared, 400);
}

TEST(PlainValue, HasNoValueForWhatHasNone) {
  EXPECT_TRUE(std::isnan(plain_value(Op::Power, 0, 0)));
  EXPECT_TRUE(std::isnan(plain_value(Op::I, 0, 0)));
  EXPECT_TRUE(std::isnan(plain_value(Op::Derivative, 1, 1)));
}

}  // namespace
}  // namespace noether::algebra
