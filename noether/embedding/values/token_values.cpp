#include "noether/embedding/values/token_values.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <type_traits>

#include "noether/embedding/values/token_grammar.h"

namespace noether::embedding {
namespace {

using Complex = std::complex<double>;

constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();

// Functions for which an imaginary part is meaningless.
double of_real(double (*f)(double), double x) { return f(x); }
Complex of_real(double (*f)(double), Complex x) {
  return is_real(x) ? Complex(f(x.real())) : Complex(kNoValue, kNoValue);
}

// Step functions, which must not jump because of numerical errors.
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

// For an integer k, a product: the gamma functions may have poles where the binomial has a value.
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

// For complex numbers sqrt(x^2), so that the result stays positive where it is real.
double absolute(double x) { return std::abs(x); }
Complex absolute(Complex x) { return x.real() < 0 || (x.real() == 0 && x.imag() < 0) ? -x : x; }

// At a pole there is no value: an infinite one would be used further like a large number.
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

// Integer exponents use products, which have no branches, so that numerical errors do not choose
// one.
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

namespace {

// Points inside and outside of every function's domain.
constexpr std::array<double, kValuePoints> kX = {0.137,  0.371,  0.593,  0.829,  1.291,  1.873,
                                                 2.617,  4.173,  6.719,  -0.231, -0.437, -0.713,
                                                 -0.887, -1.731, -3.193, -5.309};

template <typename Number>
constexpr Number kUndefined = std::numeric_limits<double>::quiet_NaN();

bool is_unknown(double value) { return std::isnan(value); }
bool is_unknown(const std::complex<double>& value) {
  return std::isnan(value.real()) || std::isnan(value.imag());
}

// Complex points lie slightly above the real line. So every function takes the branch on that side,
// and identities of analytic functions hold, such as sqrt(1/x) = 1/sqrt(x) for x < 0.
template <typename Number>
Number worth(double variable) {
  if constexpr (std::is_same_v<Number, double>) {
    return variable;
  } else {
    return {variable, kAboveReal};
  }
}

// Moves a value onto the real line if only numerical errors separate it from there; it is then on
// the upper side, whatever the sign of the zero.
double settled(double value) { return value; }
std::complex<double> settled(const std::complex<double>& value) {
  constexpr double kError = 1e-12 * kAboveReal;
  const bool is_settled =
      has_value(value) && std::abs(value.imag()) <= kError * std::abs(value.real());
  return is_settled ? value.real() : value;
}

// The value as if the point were on the real line.
double seen(double value) { return value; }
std::complex<double> seen(const std::complex<double>& value) {
  if (!has_value(value)) return value;
  const std::complex<double> turned(value.imag(), value.real());
  return {is_real(turned) ? 0 : value.real(), is_real(value) ? 0 : value.imag()};
}

}  // namespace

template <typename Number>
TokenValues<Number>::TokenValues(const TokenGrammar& grammar) : grammar_(&grammar) {
  using Kind = TokenGrammar::Kind;
  while (first_variable_ < grammar.size() && grammar.kind(first_variable_) != Kind::Variable) {
    ++first_variable_;
  }
  for (std::size_t i = 0; i < grammar.size(); ++i) {
    const auto token = static_cast<TokenId>(i);
    const bool is_operator = grammar.kind(token) == Kind::Operator;
    const std::size_t operands = is_operator ? grammar.operands(token) : 0;
    if (operands == 2 && grammar.text(token) == "d") derivative_ = token;
    const std::string& name = grammar.text(token);
    // +#3, *#3, min#3 and max#3 apply the operator of two operands twice.
    functions_.push_back(operands == 3 ? value_function<Number>(name.substr(0, name.find('#')), 2)
                                       : value_function<Number>(name, operands));
  }
}

template <typename Number>
typename TokenValues<Number>::Place TokenValues<Number>::at_point(TokenSpan expression,
                                                                  std::size_t point) {
  Place place;
  place.tokens = expression;
  place.point = point;
  for (std::size_t v = 0; v < kVariables; ++v) {
    place.variables[v] = kX[(point + 5 * v) % kValuePoints] + 0.0137 * static_cast<double>(v);
  }
  return place;
}

template <typename Number>
typename TokenValues<Number>::Values TokenValues<Number>::at_points(TokenSpan expression) const {
  Values values{};
  for (std::size_t p = 0; p < kValuePoints; ++p) {
    Place place = at_point(expression, p);
    values[p] = seen(evaluate(place));
  }
  return values;
}

template <typename Number>
void TokenValues<Number>::of_parts(TokenSpan expression, std::vector<Values>& parts) const {
  Values none;
  none.fill(kUndefined<Number>);
  parts.assign(expression.size(), none);
  for (std::size_t p = 0; p < kValuePoints; ++p) {
    Place place = at_point(expression, p);
    place.parts = parts.data();
    (void)evaluate(place);
  }
}

template <typename Number>
Number TokenValues<Number>::evaluate(Place& place) const {
  if (place.at >= place.tokens.size()) return kUndefined<Number>;
  const std::size_t begin = place.at;
  const Number value = settled(evaluate_part(place));
  if (place.parts != nullptr) place.parts[begin][place.point] = seen(value);
  return value;
}

template <typename Number>
Number TokenValues<Number>::evaluate_part(Place& place) const {
  const TokenId token = place.tokens[place.at++];
  // Functions of the C library have values for some operands without a value, as pow(1, NaN) does.
  if (const ValueFunction<Number> f = functions_[token]; f != nullptr) {
    Number value = evaluate(place);
    if (grammar_->operands(token) == 1) {
      return is_unknown(value) ? kUndefined<Number> : f(value, value);
    }
    for (std::size_t i = 1; i < grammar_->operands(token); ++i) {
      const Number b = evaluate(place);
      value = is_unknown(value) || is_unknown(b) ? kUndefined<Number> : f(value, b);
    }
    return value;
  }
  if (token == derivative_) return differentiate(place);
  if (grammar_->kind(token) == TokenGrammar::Kind::Operator) {
    for (std::size_t i = 0; i < grammar_->operands(token); ++i) (void)evaluate(place);
    return kUndefined<Number>;
  }
  return leaf(place, token);
}

template <typename Number>
Number TokenValues<Number>::leaf(Place& place, TokenId token) const {
  using Kind = TokenGrammar::Kind;
  switch (grammar_->kind(token)) {
    case Kind::Variable: {
      const std::size_t variable = token - first_variable_;
      return variable < kVariables ? worth<Number>(place.variables[variable]) : kUndefined<Number>;
    }
    case Kind::Integer:
      return grammar_->value_of_integer(token);
    case Kind::Constant:
      return constant_value<Number>(grammar_->text(token));
    case Kind::NumberPart: {
      const auto number = number_at(*grammar_, place.tokens, place.at - 1);
      while (place.at < place.tokens.size() && !grammar_->begins_part(place.tokens[place.at])) {
        ++place.at;
      }
      return number ? Number(*number) : kUndefined<Number>;
    }
    case Kind::Special:
    case Kind::Operator:
      break;
  }
  return kUndefined<Number>;
}

// Returns the variable of a derivative. It may be written as more than the variable, as x/1, after
// a rewriting like that of any other part.
template <typename Number>
std::size_t TokenValues<Number>::variable_of(Place& place) const {
  const Number by = evaluate(place);
  for (std::size_t v = 0; v < kVariables; ++v) {
    if (std::abs(by - worth<Number>(place.variables[v])) < 1e-9) return v;
  }
  return kVariables;
}

// With seven points, the error is of the sixth order of the step. So the step can be long enough
// that numerical errors, which grow by 1/step, stay small even in a derivative of a derivative. A
// derivative below these errors is 0.
template <typename Number>
Number TokenValues<Number>::differentiate(Place& place) const {
  constexpr double kStep = 4e-3;
  constexpr double kError = 1e-15;     // of the differentiated expression, relative to its size
  constexpr int kMostDerivatives = 3;  // each multiplies the work by seven
  const std::size_t variable = variable_of(place);
  if (variable >= kVariables || place.derivatives == kMostDerivatives) {
    place.at = grammar_->end_of(place.tokens, place.at);
    return kUndefined<Number>;
  }
  Place shifted = place;
  ++shifted.derivatives;
  if (place.parts != nullptr) {
    (void)evaluate(shifted);  // for the nested parts, at the point itself
    shifted.parts = nullptr;
  }
  shifted.error = 0;
  const auto at = [&](double steps) {
    shifted.at = place.at;
    shifted.variables[variable] = place.variables[variable] + steps * kStep;
    const Number value = evaluate(shifted);
    shifted.error = std::max(shifted.error, kError * std::abs(value));
    return value;
  };
  const auto difference = [&](double steps) { return at(steps) - at(-steps); };
  const Number sum = 45.0 * difference(1) - 9.0 * difference(2) + difference(3);
  place.at = shifted.at;
  const double error = shifted.error / kStep;
  place.error = std::max(place.error, error);
  const Number slope = sum / (60 * kStep);
  return std::abs(slope) <= error ? 0 : slope;
}

template class TokenValues<double>;
template class TokenValues<std::complex<double>>;

}  // namespace noether::embedding
