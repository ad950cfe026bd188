// Powers, roots, exponentials and logarithms of ranges.
#include <cmath>
#include <utility>

#include "noether/algebra/numeric/ranges/range_functions.h"

namespace noether::algebra::ranges {
namespace {

using namespace rounding;

// Beyond this, a double may not represent the exponent exactly.
constexpr double kLargestExponent = 0x1p53;
// Exponents up to this are computed by multiplication, which is exact if the result is a double.
constexpr double kMultipliedExponents = 64;

// size^exponent for a size >= 0 (maybe infinite) and a whole exponent >= 1.
Bounds whole_power(double size, double exponent) {
  if (size == 0 || size == 1 || size == kInfinity || exponent == 1) return {size, size};
  if (exponent <= kMultipliedExponents) {
    double result = 1;
    double square = size;
    bool exact = true;
    for (auto rest = static_cast<unsigned>(exponent);;) {
      if ((rest & 1) != 0) {
        exact = exact && multiply_down(result, square) == multiply_up(result, square);
        result *= square;
      }
      rest >>= 1;
      if (rest == 0 || !exact) break;
      exact = multiply_down(square, square) == multiply_up(square, square);
      square *= square;
    }
    if (exact) return {result, result};
    if (exponent == 2) return {multiply_down(size, size), multiply_up(size, size)};
  }
  const double result = std::pow(size, exponent);
  return {std::max(0.0, below(result)), above(result)};
}

// x^exponent for a whole exponent >= 1.
Range repeated_product(const Range& x, double exponent) {
  const bool even = std::fmod(exponent, 2) == 0;
  if (even && x.lo < 0) return repeated_product(abs(x), exponent);
  const auto one = [&](double end) {
    const Bounds size = whole_power(std::abs(end), exponent);
    return end < 0 ? Bounds{-size.hi, -size.lo} : size;
  };
  const Bounds first = one(x.lo);
  const Bounds last = x.is_point() ? first : one(x.hi);
  return make_range(first.lo, last.hi, x.defined, x.nonzero, x.integer);
}

Range whole_exponent(const Range& x, double exponent) {
  if (exponent > 0) return repeated_product(x, exponent);
  const bool zero = x.lo == 0 && x.hi == 0;
  if (exponent < 0) return reciprocal(repeated_product(x, -exponent));
  return make_range(1, 1, both(x.defined, within(x.nonzero, zero)));
}

// The hull of b^y for 0 <= b: it is monotone in b and in y, so the corners bound it; the values of
// std::pow at 0 and infinity are the required limits.
Bounds corners(const Range& b, const Range& y) {
  Bounds hull{kInfinity, 0};
  const auto corner = [&](double base, double exponent) {
    const bool exact =
        base == 0 || base == 1 || base == kInfinity || std::isinf(exponent) || exponent == 0;
    const double value = std::pow(base, exponent);
    hull.lo = std::min(hull.lo, exact ? value : std::max(0.0, below(value)));
    hull.hi = std::max(hull.hi, exact ? value : above(value));
  };
  corner(b.lo, y.lo);
  if (!y.is_point()) corner(b.lo, y.hi);
  if (b.is_point()) return hull;
  corner(b.hi, y.lo);
  if (!y.is_point()) corner(b.hi, y.hi);
  return hull;
}

}  // namespace

Range power(const Range& x, const Range& y) {
  const Defined operands = both(x.defined, y.defined);
  if (y.is_point() && y.integer && std::abs(y.lo) < kLargestExponent) {
    Range result = whole_exponent(x, y.lo);
    result.defined = both(result.defined, y.defined);
    return result;
  }
  const bool integer = x.integer && y.integer && y.lo >= 0;
  if (x.positive()) {
    const Bounds hull = corners(x, y);
    return make_range(hull.lo, hull.hi, operands, true, integer);
  }
  const bool zero = x.lo == 0 && x.hi == 0;
  if (zero) {
    const Defined defined = both(operands, within(y.positive(), y.nonpositive()));
    return make_range(0, 0, defined);
  }
  if (x.nonnegative() || y.fractional()) {
    // If the base is negative, the power is undefined; if it is 0, the exponent decides.
    const bool undefined = x.negative() || (x.nonpositive() && y.nonpositive());
    const bool total = x.nonnegative() && (x.nonzero || y.positive());
    const Defined defined = both(operands, within(total, undefined));
    if (defined == Defined::Never) return never();
    const Bounds hull = corners(Range{.lo = std::max(x.lo, 0.0), .hi = x.hi}, y);
    return make_range(hull.lo, hull.hi, defined, x.nonzero || y.nonpositive(), integer);
  }
  const Bounds hull = corners(abs(x), y);
  const bool total = y.integer && (x.nonzero || y.positive());
  return make_range(-hull.hi, hull.hi, both(operands, within(total, false)), x.nonzero, integer);
}

Range sqrt(const Range& x) {
  if (x.hi < 0) return never();
  const Defined defined = both(x.defined, within(x.lo >= 0, false));
  return make_range(sqrt_down(std::max(x.lo, 0.0)), sqrt_up(x.hi), defined, x.nonzero);
}

Range exp(const Range& x) {
  const auto bounds = [](double end) {
    if (end == 0) return Bounds{1, 1};
    const double value = std::exp(end);
    if (std::isinf(end)) return Bounds{value, value};
    return Bounds{std::max(0.0, below(value)), above(value)};
  };
  const Bounds first = bounds(x.lo);
  const Bounds last = x.is_point() ? first : bounds(x.hi);
  return make_range(first.lo, last.hi, x.defined, true);
}

Range ln(const Range& x) {
  if (x.hi <= 0) return never();
  const Defined defined = both(x.defined, within(x.positive(), false));
  const auto bounds = [](double end) {
    if (end == 1) return Bounds{0, 0};
    const double value = std::log(end);
    if (std::isinf(value)) return Bounds{value, value};
    return Bounds{below(value), above(value)};
  };
  const Bounds first = bounds(std::max(x.lo, 0.0));
  const Bounds last = x.is_point() ? first : bounds(x.hi);
  return make_range(first.lo, last.hi, defined);
}

Range log(const Range& base, const Range& x) {
  const Range numerator = ln(x);
  const Range denominator = ln(base);
  if (numerator.defined == Defined::Never || denominator.defined == Defined::Never) return never();
  return divide(numerator, denominator);
}

}  // namespace noether::algebra::ranges
