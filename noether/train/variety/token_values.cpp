#include "noether/train/variety/token_values.h"

#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <utility>

#include "noether/train/random_stream.h"
#include "noether/train/variety/token_numbers.h"

namespace noether::train {
namespace {

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();
constexpr double kLargest = 1e9;

// Inside and outside of every function's domain.
constexpr std::array<double, TokenValues::kPoints> kX = {0.137,  0.371,  0.593,  0.829,  1.291,
                                                         1.873,  2.617,  4.173,  -0.231, -0.437,
                                                         -0.713, -0.887, -1.731, -3.193};

// Or none.
double ordinary(double value) { return std::fabs(value) < kLargest ? value : kUndefined; }

double sign(double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

double (*unary_function(const std::string& name))(double) {
  using F = double (*)(double);
  static const std::pair<const char*, F> kFunctions[] = {
      {"sqrt", [](double x) { return std::sqrt(x); }},
      {"abs", [](double x) { return std::fabs(x); }},
      {"exp", [](double x) { return std::exp(x); }},
      {"ln", [](double x) { return std::log(x); }},
      {"sin", [](double x) { return std::sin(x); }},
      {"cos", [](double x) { return std::cos(x); }},
      {"tan", [](double x) { return std::tan(x); }},
      {"csc", [](double x) { return 1 / std::sin(x); }},
      {"sec", [](double x) { return 1 / std::cos(x); }},
      {"cot", [](double x) { return 1 / std::tan(x); }},
      {"asin", [](double x) { return std::asin(x); }},
      {"acos", [](double x) { return std::acos(x); }},
      {"atan", [](double x) { return std::atan(x); }},
      {"acsc", [](double x) { return std::asin(1 / x); }},
      {"asec", [](double x) { return std::acos(1 / x); }},
      {"acot", [](double x) { return std::atan(1 / x); }},
      {"sinh", [](double x) { return std::sinh(x); }},
      {"cosh", [](double x) { return std::cosh(x); }},
      {"tanh", [](double x) { return std::tanh(x); }},
      {"csch", [](double x) { return 1 / std::sinh(x); }},
      {"sech", [](double x) { return 1 / std::cosh(x); }},
      {"coth", [](double x) { return 1 / std::tanh(x); }},
      {"asinh", [](double x) { return std::asinh(x); }},
      {"acosh", [](double x) { return std::acosh(x); }},
      {"atanh", [](double x) { return std::atanh(x); }},
      {"acsch", [](double x) { return std::asinh(1 / x); }},
      {"asech", [](double x) { return std::acosh(1 / x); }},
      {"acoth", [](double x) { return std::atanh(1 / x); }},
      {"factorial", [](double x) { return std::tgamma(x + 1); }},
      {"gamma#1", [](double x) { return std::tgamma(x); }},
      {"floor", [](double x) { return std::floor(x); }},
      {"ceil", [](double x) { return std::ceil(x); }},
      {"sgn#1", sign},
  };
  for (const auto& [known, function] : kFunctions) {
    if (name == known) return function;
  }
  return nullptr;
}

double (*binary_function(const std::string& name))(double, double) {
  using F = double (*)(double, double);
  static const std::pair<const char*, F> kFunctions[] = {
      {"+", [](double a, double b) { return a + b; }},
      {"-", [](double a, double b) { return a - b; }},
      {"*", [](double a, double b) { return a * b; }},
      {"/", [](double a, double b) { return a / b; }},
      {"pow", [](double a, double b) { return std::pow(a, b); }},
      {"log#2", [](double a, double b) { return std::log(b) / std::log(a); }},
      {"min", [](double a, double b) { return a < b ? a : b; }},
      {"max", [](double a, double b) { return a < b ? b : a; }},
  };
  for (const auto& [known, function] : kFunctions) {
    if (name == known) return function;
  }
  return nullptr;
}

}  // namespace

TokenValues::TokenValues(const TokenGrammar& grammar)
    : grammar_(&grammar), first_variable_(grammar.id("x")), derivative_(grammar.id("d")) {
  for (std::size_t i = 0; i < grammar.size(); ++i) {
    const auto token = static_cast<std::uint16_t>(i);
    const bool is_operator = grammar.kind(token) == TokenGrammar::Kind::Operator;
    unary_.push_back(is_operator && grammar.operands(token) == 1
                         ? unary_function(grammar.text(token))
                         : nullptr);
    binary_.push_back(is_operator && grammar.operands(token) == 2
                          ? binary_function(grammar.text(token))
                          : nullptr);
  }
}

TokenValues::Place TokenValues::at_point(TokenSpan expression, std::size_t point) {
  Place place;
  place.tokens = expression;
  place.point = point;
  for (std::size_t v = 0; v < place.variables.size(); ++v) {
    place.variables[v] = kX[(point + 5 * v) % kPoints] + 0.0137 * static_cast<double>(v);
  }
  return place;
}

TokenValues::Values TokenValues::at_points(TokenSpan expression) const {
  Values values{};
  for (std::size_t p = 0; p < kPoints; ++p) {
    Place place = at_point(expression, p);
    values[p] = ordinary(evaluate(place));
  }
  return values;
}

void TokenValues::of_parts(TokenSpan expression, std::vector<Values>& parts) const {
  Values none;
  none.fill(std::numeric_limits<double>::infinity());
  parts.assign(expression.size(), none);
  for (std::size_t p = 0; p < kPoints; ++p) {
    Place place = at_point(expression, p);
    place.parts = parts.data();
    (void)evaluate(place);
  }
}

double TokenValues::evaluate(Place& place) const {
  if (place.at >= place.tokens.size()) return kUndefined;
  const std::size_t begin = place.at;
  const double value = evaluate_part(place);
  if (place.parts != nullptr) place.parts[begin][place.point] = ordinary(value);
  return value;
}

double TokenValues::evaluate_part(Place& place) const {
  const std::uint16_t token = place.tokens[place.at++];
  if (const Unary f = unary_[token]; f != nullptr) return f(evaluate(place));
  if (const Binary f = binary_[token]; f != nullptr) {
    const double a = evaluate(place);
    const double b = evaluate(place);
    return f(a, b);
  }
  if (token == derivative_) return differentiate(place);
  if (grammar_->kind(token) == TokenGrammar::Kind::Operator) {
    for (std::size_t i = 0; i < grammar_->operands(token); ++i) (void)evaluate(place);
    return kUndefined;
  }
  return leaf(place, token);
}

double TokenValues::leaf(Place& place, std::uint16_t token) const {
  using Kind = TokenGrammar::Kind;
  switch (grammar_->kind(token)) {
    case Kind::Variable: {
      const std::size_t variable = token - first_variable_;
      return variable < place.variables.size() ? place.variables[variable] : kUndefined;
    }
    case Kind::Integer:
      return grammar_->value_of_integer(token);
    case Kind::Constant: {
      const std::string& name = grammar_->text(token);
      return name == "pi" ? std::numbers::pi : name == "e" ? std::numbers::e : kUndefined;
    }
    case Kind::NumberPart: {
      const auto number = number_at(*grammar_, place.tokens, place.at - 1);
      while (place.at < place.tokens.size() && !grammar_->begins_part(place.tokens[place.at])) {
        ++place.at;
      }
      return number.value_or(kUndefined);
    }
    case Kind::Special:
    case Kind::Operator:
      break;
  }
  return kUndefined;
}

// By x: the variable stands first. Five points, so that an error of the step to the fourth is left.
double TokenValues::differentiate(Place& place) const {
  constexpr double kStep = 1e-3;
  const std::uint16_t by = place.at < place.tokens.size() ? place.tokens[place.at++] : 0;
  const std::size_t variable = static_cast<std::size_t>(by) - first_variable_;
  if (variable >= place.variables.size() || place.derivatives == 2) {
    place.at = grammar_->end_of(place.tokens, place.at);
    return kUndefined;
  }
  Place shifted = place;
  ++shifted.derivatives;
  if (place.parts != nullptr) {
    (void)evaluate(shifted);  // for the parts inside, at the point itself
    shifted.parts = nullptr;
  }
  const auto at = [&](double steps) {
    shifted.at = place.at;
    shifted.variables[variable] = place.variables[variable] + steps * kStep;
    return evaluate(shifted);
  };
  const double outer = at(-2) - at(2);
  const double inner = at(1) - at(-1);
  place.at = shifted.at;
  return (outer + 8 * inner) / (12 * kStep);
}

std::optional<std::uint64_t> signature(const TokenValues::Values& values) {
  std::uint64_t bits = 0;
  std::size_t defined = 0;
  double first = 0;
  bool constant = true;
  for (const double value : values) {
    std::int64_t digits = INT64_MAX;
    if (!std::isnan(value)) {
      if (defined++ == 0) first = value;
      constant = constant && std::fabs(value - first) <= 1e-9 * (1 + std::fabs(first));
      const double size = std::fabs(value) < 1e-7 ? 0 : std::floor(std::log10(std::fabs(value)));
      digits = std::llround(value * std::pow(10.0, 4 - size)) * 64 + static_cast<int>(size);
    }
    bits = RandomStream(bits ^ static_cast<std::uint64_t>(digits)).next();
  }
  if (defined < 3 || constant) return std::nullopt;
  return bits;
}

namespace {

// False where one is undefined.
bool differ_at(double a, double b) {
  return std::fabs(a - b) > 1e-4 * (std::fabs(a) + std::fabs(b)) + 1e-6;
}

}  // namespace

bool agree(const TokenValues::Values& values, const TokenValues::Values& reference) {
  int defined = 0;
  int shared = 0;
  for (std::size_t p = 0; p < TokenValues::kPoints; ++p) {
    if (std::isnan(reference[p])) continue;
    ++defined;
    if (!std::isnan(values[p])) ++shared;
    if (differ_at(values[p], reference[p])) return false;
  }
  return 2 * shared >= defined;
}

bool clearly_differ(const TokenValues::Values& a, const TokenValues::Values& b) {
  int differ = 0;
  for (std::size_t p = 0; p < TokenValues::kPoints; ++p) differ += differ_at(a[p], b[p]) ? 1 : 0;
  return differ >= 2;
}

}  // namespace noether::train
