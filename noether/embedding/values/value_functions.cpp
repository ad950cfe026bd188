#include "noether/embedding/values/value_functions.h"

#include <cmath>
#include <limits>
#include <numbers>
#include <type_traits>

namespace noether::embedding {
namespace {

using Complex = std::complex<double>;

constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();

// Functions that have no use for an imaginary part.
double of_real(double (*f)(double), double x) { return f(x); }
Complex of_real(double (*f)(double), Complex x) {
  return is_real(x) ? Complex(f(x.real())) : Complex(kNoValue, kNoValue);
}

// Steps, which errors of computing must not take.
double sign(double x) {
  constexpr double kError = 1e-12;
  return x > kError ? 1 : x < -kError ? -1 : 0;
}
double stepped(double (*f)(double), double x) {
  constexpr double kError = 1e-10;
  const double nearest = std::round(x);
  return f(std::abs(x - nearest) <= kError * (1 + std::abs(x)) ? nearest : x);
}
double lower(double x) { return stepped(std::floor, x); }
double upper(double x) { return stepped(std::ceil, x); }

bool less(double a, double b) { return a < b; }
bool less(Complex a, Complex b) {
  return a.real() != b.real() ? a.real() < b.real() : a.imag() < b.imag();
}

// A whole k by products: gamma functions have poles where these have values.
double binomial(double n, double k) {
  constexpr double kMostFactors = 64;
  if (k != std::round(k)) return std::tgamma(n + 1) / (std::tgamma(k + 1) * std::tgamma(n - k + 1));
  if (k > kMostFactors) return kNoValue;
  double product = k < 0 ? 0 : 1;
  for (int i = 0; i < k; ++i) product *= (n - i) / (i + 1);
  return product;
}
Complex binomial(Complex n, Complex k) {
  return is_real(n) && is_real(k) ? Complex(binomial(n.real(), k.real()))
                                  : Complex(kNoValue, kNoValue);
}

// Beyond the real numbers sqrt(x^2): so what is positive where it is real stays what it is.
double absolute(double x) { return std::abs(x); }
Complex absolute(Complex x) { return x.real() < 0 || (x.real() == 0 && x.imag() < 0) ? -x : x; }

// What has a pole has no value there: an infinite one would go on as if it were a large number.
template <typename N>
N quotient(N a, N b) {
  return b == 0.0 ? N(kNoValue) : a / b;
}
template <typename N>
N reciprocal(N x) {
  return quotient<N>(1.0, x);
}
template <typename N>
N logarithm(N x) {
  return x == 0.0 ? N(kNoValue) : std::log(x);
}

double power(double a, double b) { return a == 0 && b <= 0 ? kNoValue : std::pow(a, b); }

// Whole exponents by products: those have no branches, and errors do not choose one.
Complex power(Complex a, Complex b) {
  constexpr double kMostProducts = 64;
  const double exponent = b.real();
  if (a == 0.0 && exponent <= 0) return kNoValue;
  if (b.imag() != 0) return std::pow(a, b);
  if (std::abs(exponent) <= kMostProducts && exponent == std::round(exponent)) {
    Complex result = 1;
    Complex square = a;
    for (auto left = static_cast<unsigned>(std::abs(exponent)); left > 0; left /= 2) {
      if (left % 2 == 1) result *= square;
      square *= square;
    }
    return exponent < 0 ? 1.0 / result : result;
  }
  if (a.imag() == 0 && a.real() >= 0) return std::pow(a.real(), exponent);
  return std::pow(a, b);
}

double next_gamma(double x) { return std::tgamma(x + 1); }

template <typename N>
N imaginary_unit() {
  if constexpr (std::is_same_v<N, double>) {
    return kNoValue;
  } else {
    return N(0, 1);
  }
}

}  // namespace

template <typename N>
ValueFunction<N> value_function(std::string_view token, std::size_t operands) {
  struct Row {
    std::string_view token;
    std::size_t operands;
    ValueFunction<N> function;
  };
  static constexpr Row kRows[] = {
#define NOETHER_VALUE_ROW(operands, token, value) \
  {token, operands, []([[maybe_unused]] N a, [[maybe_unused]] N b) -> N { return value; }},
#define NOETHER_ALGEBRA_FUNCTION(id, name, arity, real_domain, real_ball, complex_domain, \
                                 complex_ball, analytic, range, plain, token, value)      \
  NOETHER_VALUE_ROW(arity, token, value)
#define NOETHER_ALGEBRA_RECIPROCAL(id, name, inner, range, plain, token, value) \
  NOETHER_VALUE_ROW(1, token, value)
#define NOETHER_ALGEBRA_STEP(id, name, arity, real_value, complex_domain, complex_ball, piece, \
                             range, plain, token, value)                                       \
  NOETHER_VALUE_ROW(arity, token, value)
#include "noether/algebra/expression/operators.def"
#undef NOETHER_VALUE_ROW
  };
  for (const Row& row : kRows) {
    if (row.token == token && row.operands == operands) return row.function;
  }
  return nullptr;
}

template <typename N>
N constant_value(std::string_view token) {
#define NOETHER_ALGEBRA_CONSTANT(id, name, unit, range, plain, value) \
  if (token == name) return value;
#include "noether/algebra/expression/operators.def"
  return kNoValue;
}

template ValueFunction<double> value_function<double>(std::string_view, std::size_t);
template ValueFunction<Complex> value_function<Complex>(std::string_view, std::size_t);
template double constant_value<double>(std::string_view);
template Complex constant_value<Complex>(std::string_view);

}  // namespace noether::embedding
