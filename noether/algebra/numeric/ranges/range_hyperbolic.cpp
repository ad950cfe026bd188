// Hyperbolic functions of ranges, and their inverses.
#include <cmath>

#include "noether/algebra/numeric/ranges/range_functions.h"

namespace noether::algebra::ranges {
namespace {

using namespace rounding;

// An odd increasing function that is exact at 0 and has its limits at infinity.
template <typename Function>
Range odd_increasing(const Range& x, double largest, Function function) {
  const auto exact = [](double end) { return end == 0 || std::isinf(end); };
  const double first = function(x.lo);
  const double last = x.is_point() ? first : function(x.hi);
  const double lo = exact(x.lo) ? first : below(first);
  const double hi = exact(x.hi) ? last : above(last);
  return make_range(std::max(lo, -largest), std::min(hi, largest), x.defined, x.nonzero);
}

}  // namespace

Range sinh(const Range& x) {
  return odd_increasing(x, kInfinity, [](double end) { return std::sinh(end); });
}

Range cosh(const Range& x) {
  const Range size = abs(x);
  const double first = std::cosh(size.lo);
  const double last = x.is_point() ? first : std::cosh(size.hi);
  const double hi = size.hi == 0 ? 1 : above(last);
  return make_range(std::max(1.0, below(first)), hi, x.defined, true);
}

Range tanh(const Range& x) {
  return odd_increasing(x, 1, [](double end) { return std::tanh(end); });
}

Range csch(const Range& x) { return reciprocal(sinh(x)); }

Range sech(const Range& x) { return reciprocal(cosh(x)); }

Range coth(const Range& x) {
  const Range inverse = reciprocal(tanh(x));
  if (inverse.defined == Defined::Never) return never();
  // |coth| is more than 1, which rounding may have lost.
  const double lo = inverse.lo > 0 ? std::max(1.0, inverse.lo) : inverse.lo;
  const double hi = inverse.hi < 0 ? std::min(-1.0, inverse.hi) : inverse.hi;
  return make_range(lo, hi, inverse.defined, true);
}

Range asinh(const Range& x) {
  return odd_increasing(x, kInfinity, [](double end) { return std::asinh(end); });
}

Range acosh(const Range& x) {
  if (x.hi < 1) return never();
  const Defined defined = both(x.defined, within(x.lo >= 1, false));
  const double lo = x.lo <= 1 ? 0 : std::max(0.0, below(std::acosh(x.lo)));
  const double hi = x.hi == 1 ? 0 : above(std::acosh(x.hi));
  return make_range(lo, hi, defined);
}

Range atanh(const Range& x) {
  if (x.lo >= 1 || x.hi <= -1) return never();
  const Defined defined = both(x.defined, within(x.lo > -1 && x.hi < 1, false));
  const double first = x.lo <= -1 ? -kInfinity : x.lo == 0 ? 0 : below(std::atanh(x.lo));
  const double last = x.hi >= 1 ? kInfinity : x.hi == 0 ? 0 : above(std::atanh(x.hi));
  return make_range(first, last, defined, x.nonzero);
}

Range acsch(const Range& x) {
  const Range inverse = reciprocal(x);
  return inverse.defined == Defined::Never ? never() : asinh(inverse);
}

Range asech(const Range& x) {
  if (x.hi <= 0 || x.lo > 1) return never();
  const Defined defined = both(x.defined, within(x.positive() && x.hi <= 1, false));
  const Range inside = make_range(std::max(x.lo, 0.0), std::min(x.hi, 1.0), defined, true);
  const Range inverse = reciprocal(inside);
  return acosh(make_range(std::max(1.0, inverse.lo), inverse.hi, defined));
}

Range acoth(const Range& x) {
  if (x.lo >= -1 && x.hi <= 1) return never();
  const Defined defined = both(x.defined, within(x.lo > 1 || x.hi < -1, false));
  const double lo = x.lo >= -1 ? std::max(x.lo, 1.0) : x.lo;
  const double hi = x.hi <= 1 ? std::min(x.hi, -1.0) : x.hi;
  if (lo < 0 && hi > 0) return {.defined = defined, .nonzero = true};
  const Range inverse = reciprocal(make_range(lo, hi, Defined::Always));
  // Rounding may make 1/x equal 1; there, the bound at the open end of atanh is infinite.
  const double first = inverse.lo <= -1 ? -kInfinity : below(std::atanh(inverse.lo));
  const double last = inverse.hi >= 1 ? kInfinity : above(std::atanh(inverse.hi));
  return make_range(inverse.lo >= 0 ? std::max(first, 0.0) : first,
                    inverse.hi <= 0 ? std::min(last, 0.0) : last, defined, true);
}

}  // namespace noether::algebra::ranges
