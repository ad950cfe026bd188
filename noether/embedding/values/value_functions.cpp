#include "noether/embedding/values/value_functions.h"

#include <cmath>
#include <limits>
#include <utility>

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

}  // namespace

template <typename N>
N (*unary_function(std::string_view name))(N) {
  using F = N (*)(N);
  static constexpr std::pair<std::string_view, F> kFunctions[] = {
      {"sqrt", [](N x) -> N { return std::sqrt(x); }},
      {"abs", [](N x) -> N { return absolute(x); }},
      {"exp", [](N x) -> N { return std::exp(x); }},
      {"ln", [](N x) -> N { return logarithm(x); }},
      {"sin", [](N x) -> N { return std::sin(x); }},
      {"cos", [](N x) -> N { return std::cos(x); }},
      {"tan", [](N x) -> N { return std::tan(x); }},
      {"csc", [](N x) -> N { return reciprocal(std::sin(x)); }},
      {"sec", [](N x) -> N { return reciprocal(std::cos(x)); }},
      {"cot", [](N x) -> N { return reciprocal(std::tan(x)); }},
      {"asin", [](N x) -> N { return std::asin(x); }},
      {"acos", [](N x) -> N { return std::acos(x); }},
      {"atan", [](N x) -> N { return std::atan(x); }},
      {"acsc", [](N x) -> N { return std::asin(reciprocal(x)); }},
      {"asec", [](N x) -> N { return std::acos(reciprocal(x)); }},
      {"acot", [](N x) -> N { return std::atan(1.0 / x); }},
      {"sinh", [](N x) -> N { return std::sinh(x); }},
      {"cosh", [](N x) -> N { return std::cosh(x); }},
      {"tanh", [](N x) -> N { return std::tanh(x); }},
      {"csch", [](N x) -> N { return reciprocal(std::sinh(x)); }},
      {"sech", [](N x) -> N { return reciprocal(std::cosh(x)); }},
      {"coth", [](N x) -> N { return reciprocal(std::tanh(x)); }},
      {"asinh", [](N x) -> N { return std::asinh(x); }},
      {"acosh", [](N x) -> N { return std::acosh(x); }},
      {"atanh", [](N x) -> N { return std::atanh(x); }},
      {"acsch", [](N x) -> N { return std::asinh(reciprocal(x)); }},
      {"asech", [](N x) -> N { return std::acosh(reciprocal(x)); }},
      {"acoth", [](N x) -> N { return std::atanh(reciprocal(x)); }},
      {"factorial",
       [](N x) -> N { return of_real([](double r) { return std::tgamma(r + 1); }, x); }},
      {"gamma#1", [](N x) -> N { return of_real([](double r) { return std::tgamma(r); }, x); }},
      {"floor", [](N x) -> N { return of_real(lower, x); }},
      {"ceil", [](N x) -> N { return of_real(upper, x); }},
      {"sgn#1", [](N x) -> N { return of_real(sign, x); }},
  };
  for (const auto& [known, function] : kFunctions) {
    if (name == known) return function;
  }
  return nullptr;
}

template <typename N>
N (*binary_function(std::string_view name))(N, N) {
  using F = N (*)(N, N);
  static constexpr std::pair<std::string_view, F> kFunctions[] = {
      {"+", [](N a, N b) -> N { return a + b; }},
      {"-", [](N a, N b) -> N { return a - b; }},
      {"*", [](N a, N b) -> N { return a * b; }},
      {"/", [](N a, N b) -> N { return quotient(a, b); }},
      {"pow", [](N a, N b) -> N { return power(a, b); }},
      {"log#2", [](N a, N base) -> N { return quotient(logarithm(a), logarithm(base)); }},
      {"binomial", [](N a, N b) -> N { return binomial(a, b); }},
      {"min", [](N a, N b) -> N { return less(a, b) ? a : b; }},
      {"max", [](N a, N b) -> N { return less(a, b) ? b : a; }},
  };
  for (const auto& [known, function] : kFunctions) {
    if (name == known) return function;
  }
  return nullptr;
}

template double (*unary_function<double>(std::string_view))(double);
template double (*binary_function<double>(std::string_view))(double, double);
template Complex (*unary_function<Complex>(std::string_view))(Complex);
template Complex (*binary_function<Complex>(std::string_view))(Complex, Complex);

}  // namespace noether::embedding
