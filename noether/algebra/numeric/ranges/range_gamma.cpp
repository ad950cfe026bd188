// Gamma, factorials and binomial coefficients of ranges.
#include <cmath>

#include "noether/algebra/numeric/ranges/range_functions.h"

namespace noether::algebra::ranges {
namespace {

using namespace rounding;

// Gamma falls on (0, kGammaTurn], has its positive minimum between the two constants and rises
// after.
constexpr double kGammaTurnDown = 1.4616;
constexpr double kGammaTurnUp = 1.4617;
constexpr double kGammaMinimum = 0.88560319441;
// Factorials up to 22 are doubles; a binomial with up to this many factors is multiplied out.
constexpr double kExactFactorials = 22;
constexpr double kMultipliedFactors = 64;

// x > 0, or 0 or infinity for the limit there.
Bounds gamma_at(double x) {
  if (x == 0 || x == kInfinity) return {kInfinity, kInfinity};
  if (x == std::trunc(x) && x <= kExactFactorials + 1) {
    double product = 1;
    for (int factor = 2; factor < x; ++factor) product *= factor;
    return {product, product};
  }
  const double value = std::tgamma(x);
  return {below(value, kGammaError), above(value, kGammaError)};
}

Range gamma_of_positive(const Range& x) {
  const Bounds first = gamma_at(x.lo);
  const Bounds last = x.is_point() ? first : gamma_at(x.hi);
  if (x.is_point()) return make_range(first.lo, first.hi, x.defined, true, x.integer);
  double lo = kGammaMinimum;
  const double hi = std::max(first.hi, last.hi);
  if (x.lo >= kGammaTurnUp) lo = first.lo;
  if (x.hi <= kGammaTurnDown) lo = last.lo;
  return make_range(lo, hi, x.defined, true, x.integer);
}

// 1/gamma, which is 0 at the poles and so defined everywhere.
Range reciprocal_gamma(const Range& x) {
  if (x.integer && x.hi <= 0) return make_range(0, 0, x.defined);
  if (x.positive() || x.fractional()) return reciprocal(gamma(x));
  return everything(x.defined);
}

// n (n-1) ... (n-k+1) / k!
Range falling_factorial_quotient(const Range& n, double k) {
  Range product = range_of(1);
  for (int factor = 0; factor < k; ++factor) {
    const double i = factor;
    // After each factor the product is itself a binomial coefficient.
    product = divide(multiply(product, add(n, range_of(-i))), range_of(i + 1));
    if (n.integer) product = make_range(product.lo, product.hi, product.defined, false, true);
  }
  product.defined = both(product.defined, n.defined);
  return product;
}

}  // namespace

Range gamma(const Range& x) {
  if (x.integer && x.hi <= 0) return never();
  if (x.positive()) return gamma_of_positive(x);
  if (x.integer) {  // at a whole number it is defined only if that is positive
    return gamma_of_positive(make_range(1, x.hi, Defined::Sometimes, true, true));
  }
  if (!x.fractional()) return {.defined = Defined::Sometimes, .nonzero = true};
  // Between two poles; the sign changes from one gap to the next.
  if (x.is_point()) {
    const double value = std::tgamma(x.lo);
    return make_range(below(value, kGammaError), above(value, kGammaError), x.defined, true);
  }
  const bool negative = std::fmod(std::floor(x.lo), 2) != 0;
  return negative ? make_range(-kInfinity, 0, x.defined, true)
                  : make_range(0, kInfinity, x.defined, true);
}

Range factorial(const Range& x) { return gamma(add(x, range_of(1))); }

Range binomial(const Range& n, const Range& k) {
  const Defined operands = both(n.defined, k.defined);
  if (k.integer) {
    if (k.hi < 0) return make_range(0, 0, operands);
    if (k.is_point() && k.lo <= kMultipliedFactors) {
      Range result = falling_factorial_quotient(n, k.lo);
      result.defined = operands;
      return result;
    }
    const bool nonnegative = n.integer && n.lo >= 0;
    return make_range(nonnegative ? 0 : -kInfinity, kInfinity, operands, false, n.integer);
  }
  // If n is not a negative whole number, the gamma quotient is right for every k.
  if (!(n.lo > -1 || n.fractional())) return everything(Defined::Sometimes);
  const Range numerator = factorial(n);
  if (numerator.defined == Defined::Never) return never();
  const Range lower = reciprocal_gamma(add(k, range_of(1)));
  const Range rest = reciprocal_gamma(add(add(n, negate(k)), range_of(1)));
  return multiply(multiply(numerator, lower), rest);
}

}  // namespace noether::algebra::ranges
