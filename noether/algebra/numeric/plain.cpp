#include "noether/algebra/numeric/plain.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace noether::algebra {
namespace {

constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();

double reciprocal_gamma(double a) { return a <= 0 && std::trunc(a) == a ? 0 : 1 / std::tgamma(a); }

double plain_binomial(double n, double k) {
  constexpr double kLongestProduct = 1000;
  if (std::trunc(k) != k || k > kLongestProduct) {
    return std::tgamma(n + 1) * reciprocal_gamma(k + 1) * reciprocal_gamma(n - k + 1);
  }
  double product = k < 0 ? 0 : 1;
  for (int i = 0; i < k; ++i) product *= (n - i) / (i + 1);
  return product;
}

// Zero to the power of zero is undefined here, unlike in C.
double plain_power(double base, double exponent) {
  if (base == 0 && exponent <= 0) return kNoValue;
  return std::pow(base, exponent);
}

// C divides by the infinite logarithm of 0.
double plain_log(double base, double a) {
  return base == 0 ? kNoValue : std::log(a) / std::log(base);
}

double plain_sign(double a) {
  if (a == 0) return 0;
  return a > 0 ? 1 : -1;
}

}  // namespace

double plain_value(Op op, double a, double b) {
  switch (op) {
#define NOETHER_ALGEBRA_CONSTANT(id, name, unit, range, plain, ...) \
  case Op::id:                                                      \
    return plain;
#define NOETHER_ALGEBRA_FUNCTION(id, name, arity, real_domain, real_ball, complex_domain, \
                                 complex_ball, analytic, range, plain, ...)               \
  case Op::id:                                                                            \
    return plain;
#define NOETHER_ALGEBRA_RECIPROCAL(id, name, inner, range, plain, ...) \
  case Op::id:                                                         \
    return plain;
#define NOETHER_ALGEBRA_STEP(id, name, arity, real_value, complex_domain, complex_ball, piece, \
                             range, plain, ...)                                                \
  case Op::id:                                                                                 \
    return plain;
#include "noether/algebra/expression/operators.def"
    default:
      return kNoValue;
  }
}

}  // namespace noether::algebra
