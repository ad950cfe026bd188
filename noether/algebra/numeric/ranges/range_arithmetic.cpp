// Sums, products, quotients, absolute values and roundings of ranges.
#include <cmath>

#include "noether/algebra/numeric/ranges/range_functions.h"

namespace noether::algebra::ranges {

using namespace rounding;

Range add(const Range& x, const Range& y) {
  // A positive number that rounds to zero still makes a sum of nonnegative numbers nonzero.
  const bool nonzero = (x.nonzero || y.nonzero) && ((x.nonnegative() && y.nonnegative()) ||
                                                    (x.nonpositive() && y.nonpositive()));
  return make_range(add_down(x.lo, y.lo), add_up(x.hi, y.hi), both(x.defined, y.defined), nonzero,
                    x.integer && y.integer);
}

Range subtract(const Range& x, const Range& y) { return add(x, negate(y)); }

Range multiply(const Range& x, const Range& y) {
  const Defined defined = both(x.defined, y.defined);
  const bool nonzero = x.nonzero && y.nonzero;
  const bool integer = x.integer && y.integer;
  if ((x.is_point() && y.is_point()) || (x.lo >= 0 && y.lo >= 0)) {
    return make_range(multiply_down(x.lo, y.lo), multiply_up(x.hi, y.hi), defined, nonzero,
                      integer);
  }
  // If both signs are known, so are the corners.
  if (x.lo >= 0 && y.hi <= 0) {
    return make_range(multiply_down(x.hi, y.lo), multiply_up(x.lo, y.hi), defined, nonzero,
                      integer);
  }
  if (x.hi <= 0 && y.lo >= 0) {
    return make_range(multiply_down(x.lo, y.hi), multiply_up(x.hi, y.lo), defined, nonzero,
                      integer);
  }
  if (x.hi <= 0 && y.hi <= 0) {
    return make_range(multiply_down(x.hi, y.hi), multiply_up(x.lo, y.lo), defined, nonzero,
                      integer);
  }
  const double lo = std::min({multiply_down(x.lo, y.lo), multiply_down(x.lo, y.hi),
                              multiply_down(x.hi, y.lo), multiply_down(x.hi, y.hi)});
  const double hi = std::max({multiply_up(x.lo, y.lo), multiply_up(x.lo, y.hi),
                              multiply_up(x.hi, y.lo), multiply_up(x.hi, y.hi)});
  return make_range(lo, hi, defined, nonzero, integer);
}

Range divide(const Range& x, const Range& y) {
  const bool zero = y.lo == 0 && y.hi == 0;
  const Defined defined = both(both(x.defined, y.defined), within(y.nonzero, zero));
  if (zero) return never();
  if (y.lo < 0 && y.hi > 0) {
    if (x.lo == 0 && x.hi == 0) return make_range(0, 0, defined);
    // A whole divisor cannot increase the size of the quotient.
    if (y.integer) {
      const double size = std::max(-x.lo, x.hi);
      return make_range(-size, size, defined, x.nonzero);
    }
    return {.defined = defined, .nonzero = x.nonzero};
  }
  if (y.hi <= 0) return divide(negate(x), negate(y));
  const double lo = x.lo >= 0   ? divide_down(x.lo, y.hi)
                    : y.lo == 0 ? -kInfinity
                                : divide_down(x.lo, y.lo);
  const double hi = x.hi <= 0   ? divide_up(x.hi, y.hi)
                    : y.lo == 0 ? kInfinity
                                : divide_up(x.hi, y.lo);
  return make_range(lo, hi, defined, x.nonzero, x.integer && y.lo == 1 && y.hi == 1);
}

Range reciprocal(const Range& x) {
  return divide({.lo = 1, .hi = 1, .defined = Defined::Always, .nonzero = true, .integer = true},
                x);
}

Range abs(const Range& x) {
  if (x.lo >= 0) return x;
  if (x.hi <= 0) return negate(x);
  return make_range(0, std::max(-x.lo, x.hi), x.defined, x.nonzero, x.integer);
}

Range floor(const Range& x) {
  return make_range(std::floor(x.lo), std::floor(x.hi), x.defined, false, true);
}

Range ceil(const Range& x) {
  return make_range(std::ceil(x.lo), std::ceil(x.hi), x.defined, false, true);
}

Range sign(const Range& x) {
  const double lo = x.positive() ? 1 : x.lo >= 0 ? 0 : -1;
  const double hi = x.negative() ? -1 : x.hi <= 0 ? 0 : 1;
  return make_range(lo, hi, x.defined, x.nonzero, true);
}

Range min(const Range& x, const Range& y) { return negate(max(negate(x), negate(y))); }

Range max(const Range& x, const Range& y) {
  const bool nonzero = (x.nonzero && y.nonzero) || x.positive() || y.positive();
  return make_range(std::max(x.lo, y.lo), std::max(x.hi, y.hi), both(x.defined, y.defined), nonzero,
                    x.integer && y.integer);
}

}  // namespace noether::algebra::ranges
