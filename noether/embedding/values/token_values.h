// The values of an expression in tokens, and of each of its parts, at fixed points in plain
// doubles.
//
// Fast, but not certified. Points are real. With double as the number type, an expression that
// leaves the real numbers at some step has no value. With std::complex<double> the evaluation
// continues with the limit from above the real line, so that sin(arcsin(coth x)) has a value; then
// a value is missing only at a pole, for a number that is too large, or for an unknown operator. A
// derivative is a difference quotient. A missing value is NaN, or infinite if the computation
// reached infinity; has_value tells them from values.
#pragma once

#include <array>
#include <cmath>
#include <complex>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "noether/embedding/values/token_grammar.h"

namespace noether::embedding {

// The distance of the points of complex values from the real line: far above numerical errors, and
// far below the precision of the features.
inline constexpr double kAboveReal = 1e-10;

// Whether the value is real, up to what functions make of that distance.
inline bool is_real(const std::complex<double>& value) {
  return std::abs(value.imag()) <= 1e4 * kAboveReal * std::abs(value.real()) + 10 * kAboveReal;
}

// A function or an operator of one or two operands, found by its token. Functions of one operand
// ignore `b`.
template <typename Number>
using ValueFunction = Number (*)(Number a, Number b);

// The function of a token with this many operands, as in algebra/expression/operators.def; null for
// an unknown token.
template <typename Number>
ValueFunction<Number> value_function(std::string_view token, std::size_t operands);

// The value of pi, e or i; NaN for another token, or if the number type has no such value.
template <typename Number>
Number constant_value(std::string_view token);

inline constexpr std::size_t kValuePoints = 16;

inline bool has_value(double value) { return value - value == 0; }
inline bool has_value(const std::complex<double>& value) {
  return has_value(value.real()) && has_value(value.imag());
}

template <typename Number>
class TokenValues {
 public:
  using Values = std::array<Number, kValuePoints>;

  // `grammar` must outlive this object.
  explicit TokenValues(const TokenGrammar& grammar);

  Values at_points(TokenSpan expression) const;
  // Computes the values of the part that each token begins. A token that begins no part, such as
  // the second digit of a number, has no values.
  void of_parts(TokenSpan expression, std::vector<Values>& parts) const;

 private:
  static constexpr std::size_t kVariables = 8;
  struct Place {
    TokenSpan tokens;
    std::size_t at = 0;
    std::array<double, kVariables> variables{};
    int derivatives = 0;      // nested around this place
    double error = 0;         // of the computation and of the derivatives in it
    Values* parts = nullptr;  // if not null, receives the values of parts at `point`
    std::size_t point = 0;
  };
  static Place at_point(TokenSpan expression, std::size_t point);
  Number evaluate(Place& place) const;
  Number evaluate_part(Place& place) const;
  Number leaf(Place& place, TokenId token) const;
  Number differentiate(Place& place) const;
  std::size_t variable_of(Place& place) const;

  const TokenGrammar* grammar_;
  std::vector<ValueFunction<Number>> functions_;  // of each token; null if it has none
  TokenId first_variable_ = 0;
  std::optional<TokenId> derivative_;  // unset in tokenizers without one
};

using RealValues = TokenValues<double>;
using ComplexValues = TokenValues<std::complex<double>>;

extern template class TokenValues<double>;
extern template class TokenValues<std::complex<double>>;

}  // namespace noether::embedding
