// Trigonometric functions of ranges, and their inverses.
#include <cmath>

#include "noether/algebra/numeric/ranges/range_functions.h"

namespace noether::algebra::ranges {
namespace {

using namespace rounding;

// Beyond this, neighbouring doubles are so far apart that an argument does not determine an angle.
constexpr double kLargestAngle = 0x1p52;
constexpr double kInversePi = 0x1.45f306dc9c883p-2;

// Whether [lo, hi] may hold a point (k + offset) * period, for a whole k; false is certain.
bool may_hold(const Range& x, double inverse_period, double offset) {
  const double first = x.lo * inverse_period - offset;
  const double last = x.hi * inverse_period - offset;
  const double slack = (std::max(std::abs(first), std::abs(last)) + 1) * 0x1p-50;
  return !(std::floor(last + slack) < first - slack);
}
bool may_hold_multiple_of_pi(const Range& x) {
  const bool near_zero = x.lo > -3.14 && x.hi < 3.14;
  return near_zero ? !x.nonzero : may_hold(x, kInversePi, 0);
}
bool may_hold_odd_multiple_of_half_pi(const Range& x) {
  const bool near_zero = x.lo > -1.57 && x.hi < 1.57;
  return !near_zero && may_hold(x, kInversePi, 0.5);
}
bool is_large(const Range& x) { return !(x.lo >= -kLargestAngle && x.hi <= kLargestAngle); }

// A function into [-1, 1] with maxima at (k + maximum) * 2 pi and minima half a turn later.
template <typename Function>
Range wave(const Range& x, double maximum, bool nonzero, Function function) {
  if (is_large(x)) return make_range(-1, 1, x.defined, nonzero);
  const double first = function(x.lo);
  if (x.is_point()) {
    return make_range(std::max(-1.0, below(first)), std::min(1.0, above(first)), x.defined,
                      nonzero);
  }
  const double last = function(x.hi);
  const double lo = may_hold(x, kInversePi / 2, maximum + 0.5) ? -1 : below(std::min(first, last));
  const double hi = may_hold(x, kInversePi / 2, maximum) ? 1 : above(std::max(first, last));
  return make_range(std::max(-1.0, lo), std::min(1.0, hi), x.defined, nonzero);
}

// 1/x for |x| >= 1 where it is defined; all of [-1, 1] if both signs are possible.
Range inverse_of_large(const Range& x, Defined domain) {
  Range large = x;
  if (x.lo > -1) large.lo = std::max(x.lo, 1.0);
  if (x.hi < 1) large.hi = std::min(x.hi, -1.0);
  const Defined defined = both(x.defined, domain);
  if (large.lo < 0 && large.hi > 0) return make_range(-1, 1, defined, true);
  const Range inverse = reciprocal(make_range(large.lo, large.hi, x.defined));
  return make_range(std::max(inverse.lo, -1.0), std::min(inverse.hi, 1.0), defined, true);
}
Defined domain_of_inverse(const Range& x) {
  return within(x.lo >= 1 || x.hi <= -1 || (x.integer && x.nonzero), x.lo > -1 && x.hi < 1);
}

}  // namespace

Range sin(const Range& x) {
  if (x.lo == 0 && x.hi == 0) return x;
  // pi is irrational, so a double other than 0 is not a multiple of it.
  const bool nonzero = x.is_point() || !may_hold_multiple_of_pi(x);
  return wave(x, 0.25, nonzero, [](double angle) { return std::sin(angle); });
}

Range cos(const Range& x) {
  if (x.lo == 0 && x.hi == 0) return make_range(1, 1, x.defined);
  const bool nonzero = x.is_point() || !may_hold_odd_multiple_of_half_pi(x);
  return wave(x, 0, nonzero, [](double angle) { return std::cos(angle); });
}

Range tan(const Range& x) {
  if (x.lo == 0 && x.hi == 0) return x;
  const bool nonzero = x.is_point() || !may_hold_multiple_of_pi(x);
  const Defined defined =
      both(x.defined, within(x.is_point() || !may_hold_odd_multiple_of_half_pi(x), false));
  if (is_large(x) || (!x.is_point() && may_hold_odd_multiple_of_half_pi(x))) {
    return {.defined = defined, .nonzero = nonzero};
  }
  const double first = std::tan(x.lo);
  const double last = x.is_point() ? first : std::tan(x.hi);
  return make_range(x.lo == 0 ? 0 : below(first), x.hi == 0 ? 0 : above(last), defined, nonzero);
}

Range csc(const Range& x) { return reciprocal(sin(x)); }

Range sec(const Range& x) { return reciprocal(cos(x)); }

Range cot(const Range& x) {
  if (x.lo == 0 && x.hi == 0) return never();
  const bool nonzero = x.is_point() || !may_hold_odd_multiple_of_half_pi(x);
  const bool pole_free = x.is_point() || !may_hold_multiple_of_pi(x);
  const Defined defined = both(x.defined, within(pole_free, false));
  // If zero is inside but excluded as the value, both signs of infinity are possible.
  const bool around_zero = x.lo < 0 && x.hi > 0 && x.hi < 3.14;
  if (is_large(x) || !pole_free || around_zero) return {.defined = defined, .nonzero = nonzero};
  const double lo = x.hi == 0 ? -kInfinity : divide_down(1, std::tan(x.hi));
  const double hi = x.lo == 0 ? kInfinity : divide_up(1, std::tan(x.lo));
  // The division adds less than an ulp to the error of tan.
  return make_range(below(lo, 2 * kLibraryError), above(hi, 2 * kLibraryError), defined, nonzero);
}

Range asin(const Range& x) {
  if (x.hi < -1 || x.lo > 1) return never();
  const Defined defined = both(x.defined, within(x.lo >= -1 && x.hi <= 1, false));
  const double first = x.lo <= -1 ? -kHalfPiUp : x.lo == 0 ? 0 : below(std::asin(x.lo));
  const double last = x.hi >= 1 ? kHalfPiUp : x.hi == 0 ? 0 : above(std::asin(x.hi));
  if (x.is_point() && std::abs(x.lo) == 1) {
    return x.lo > 0 ? make_range(kHalfPiDown, kHalfPiUp, defined)
                    : make_range(-kHalfPiUp, -kHalfPiDown, defined);
  }
  return make_range(std::max(first, -kHalfPiUp), std::min(last, kHalfPiUp), defined, x.nonzero);
}

Range acos(const Range& x) {
  if (x.hi < -1 || x.lo > 1) return never();
  const Defined defined = both(x.defined, within(x.lo >= -1 && x.hi <= 1, false));
  const double lo = x.hi >= 1 ? 0 : std::max(0.0, below(std::acos(x.hi)));
  double hi = kPiUp;
  if (x.lo == 1) hi = 0;
  if (x.lo > -1 && x.lo < 1) hi = std::min(kPiUp, above(std::acos(x.lo)));
  return make_range(lo, hi, defined);
}

Range atan(const Range& x) {
  const double first = x.lo == 0 ? 0 : below(std::atan(x.lo));
  const double last = x.hi == 0 ? 0 : above(std::atan(x.hi));
  return make_range(std::max(first, -kHalfPiUp), std::min(last, kHalfPiUp), x.defined, x.nonzero);
}

Range acsc(const Range& x) {
  const Defined domain = domain_of_inverse(x);
  return domain == Defined::Never ? never() : asin(inverse_of_large(x, domain));
}

Range asec(const Range& x) {
  const Defined domain = domain_of_inverse(x);
  return domain == Defined::Never ? never() : acos(inverse_of_large(x, domain));
}

Range acot(const Range& x) {
  if (x.lo == 0 && x.hi == 0) return make_range(kHalfPiDown, kHalfPiUp, x.defined);
  if (x.lo > 0 || x.hi < 0) return atan(reciprocal(x));
  if (x.lo == 0) {  // decreasing from pi / 2 at 0
    const double lo = x.hi == kInfinity ? 0 : atan(reciprocal(range_of(x.hi))).lo;
    return make_range(lo, kHalfPiUp, x.defined, true);
  }
  if (x.hi == 0 && x.nonzero) {
    const double hi = x.lo == -kInfinity ? 0 : atan(reciprocal(range_of(x.lo))).hi;
    return make_range(-kHalfPiUp, hi, x.defined, true);
  }
  return make_range(-kHalfPiUp, kHalfPiUp, x.defined, true);
}

}  // namespace noether::algebra::ranges
