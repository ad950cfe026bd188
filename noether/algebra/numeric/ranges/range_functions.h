// The operators on ranges, one function each; range_of(Op, ...) chooses among them.
//
// The operands must not be never(). The functions combine the definedness of the operands with
// their own domain.
#pragma once

#include <algorithm>

#include "noether/algebra/numeric/ranges/range.h"
#include "noether/algebra/numeric/ranges/range_rounding.h"

namespace noether::algebra::ranges {

// The doubles next to pi / 2 and pi on both sides.
inline constexpr double kHalfPiDown = 0x1.921fb54442d18p+0;
inline constexpr double kHalfPiUp = 0x1.921fb54442d19p+0;
inline constexpr double kPiDown = 0x1.921fb54442d18p+1;
inline constexpr double kPiUp = 0x1.921fb54442d19p+1;

// The definedness of an operator, given whether its operand is always or never in its domain.
inline Defined within(bool always, bool never) {
  if (never) return Defined::Never;
  return always ? Defined::Always : Defined::Sometimes;
}
inline Defined both(Defined a, Defined b) { return std::min(a, b); }

inline Range negate(const Range& x) { return {-x.hi, -x.lo, x.defined, x.nonzero, x.integer}; }

Range add(const Range& x, const Range& y);
Range subtract(const Range& x, const Range& y);
Range multiply(const Range& x, const Range& y);
Range divide(const Range& x, const Range& y);
Range power(const Range& x, const Range& y);
Range sqrt(const Range& x);
Range abs(const Range& x);
Range exp(const Range& x);
Range ln(const Range& x);
Range log(const Range& base, const Range& x);
// 1/x, which is undefined at 0.
Range reciprocal(const Range& x);

Range sin(const Range& x);
Range cos(const Range& x);
Range tan(const Range& x);
Range csc(const Range& x);
Range sec(const Range& x);
Range cot(const Range& x);
Range asin(const Range& x);
Range acos(const Range& x);
Range atan(const Range& x);
Range acsc(const Range& x);
Range asec(const Range& x);
Range acot(const Range& x);

Range sinh(const Range& x);
Range cosh(const Range& x);
Range tanh(const Range& x);
Range csch(const Range& x);
Range sech(const Range& x);
Range coth(const Range& x);
Range asinh(const Range& x);
Range acosh(const Range& x);
Range atanh(const Range& x);
Range acsch(const Range& x);
Range asech(const Range& x);
Range acoth(const Range& x);

Range gamma(const Range& x);
Range factorial(const Range& x);
Range binomial(const Range& n, const Range& k);
Range floor(const Range& x);
Range ceil(const Range& x);
Range sign(const Range& x);
Range min(const Range& x, const Range& y);
Range max(const Range& x, const Range& y);

}  // namespace noether::algebra::ranges
