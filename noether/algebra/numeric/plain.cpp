#include "noether/algebra/numeric/plain.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace noether::algebra {
namespace {

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

// Zero to the zero has no value here, unlike in C.
double plain_power(double base, double exponent) {
  if (base == 0 && exponent <= 0) return std::numeric_limits<double>::quiet_NaN();
  return std::pow(base, exponent);
}

double plain_sign(double a) {
  if (a == 0) return 0;
  return a > 0 ? 1 : -1;
}

}  // namespace

double plain_value(Op op, double a, double b) {
  switch (op) {
    case Op::Pi:
      return std::numbers::pi;
    case Op::E:
      return std::numbers::e;
    case Op::Add:
      return a + b;
    case Op::Subtract:
      return a - b;
    case Op::Multiply:
      return a * b;
    case Op::Divide:
      return a / b;
    case Op::Power:
      return plain_power(a, b);
    case Op::Sqrt:
      return std::sqrt(a);
    case Op::Abs:
      return std::abs(a);
    case Op::Exp:
      return std::exp(a);
    case Op::Ln:
      return std::log(a);
    case Op::Log:
      return std::log(b) / std::log(a);
    case Op::Sin:
      return std::sin(a);
    case Op::Cos:
      return std::cos(a);
    case Op::Tan:
      return std::tan(a);
    case Op::Csc:
      return 1 / std::sin(a);
    case Op::Sec:
      return 1 / std::cos(a);
    case Op::Cot:
      return 1 / std::tan(a);
    case Op::Asin:
      return std::asin(a);
    case Op::Acos:
      return std::acos(a);
    case Op::Atan:
      return std::atan(a);
    case Op::Acsc:
      return std::asin(1 / a);
    case Op::Asec:
      return std::acos(1 / a);
    case Op::Acot:
      return a == 0 ? std::numbers::pi / 2 : std::atan(1 / a);
    case Op::Sinh:
      return std::sinh(a);
    case Op::Cosh:
      return std::cosh(a);
    case Op::Tanh:
      return std::tanh(a);
    case Op::Csch:
      return 1 / std::sinh(a);
    case Op::Sech:
      return 1 / std::cosh(a);
    case Op::Coth:
      return 1 / std::tanh(a);
    case Op::Asinh:
      return std::asinh(a);
    case Op::Acosh:
      return std::acosh(a);
    case Op::Atanh:
      return std::atanh(a);
    case Op::Acsch:
      return std::asinh(1 / a);
    case Op::Asech:
      return std::acosh(1 / a);
    case Op::Acoth:
      return std::atanh(1 / a);
    case Op::Factorial:
      return std::tgamma(a + 1);
    case Op::Binomial:
      return plain_binomial(a, b);
    case Op::Gamma:
      return std::tgamma(a);
    case Op::Floor:
      return std::floor(a);
    case Op::Ceil:
      return std::ceil(a);
    case Op::Sign:
      return plain_sign(a);
    case Op::Min:
      return std::min(a, b);
    case Op::Max:
      return std::max(a, b);
    default:
      return std::numeric_limits<double>::quiet_NaN();
  }
}

}  // namespace noether::algebra
