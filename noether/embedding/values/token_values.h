// What an expression in tokens is worth at fixed points, in plain doubles, and what each part of it
// is worth.
//
// Fast and not certified. Points are real. With double as the number, what leaves the real numbers
// on the way has no value; with std::complex<double> it goes on, by the values that come in the
// limit from above the real line, so that sin(arcsin(coth x)) has one, and what has none is a pole,
// a number that is too large, or an operator that is not known here. A derivative is a quotient of
// differences. What has no value is not a number, or infinite where an infinite one was computed
// with; has_value tells.
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

// How far the points of complex values are above the real line: far above errors of computing, and
// far below anything that is read.
inline constexpr double kAboveReal = 1e-10;

// Up to what functions make of that.
inline bool is_real(const std::complex<double>& value) {
  return std::abs(value.imag()) <= 1e4 * kAboveReal * std::abs(value.real()) + 10 * kAboveReal;
}

// A function or an operator by its token. Of one operand or two; those of one do not look at `b`.
template <typename Number>
using ValueFunction = Number (*)(Number a, Number b);

// The function of a token with so many operands, as algebra/expression/operators.def has it; none
// for a token that is not known.
template <typename Number>
ValueFunction<Number> value_function(std::string_view token, std::size_t operands);

// The value of pi, e or i; not a number for another token, or where there is none.
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

  // Which outlives this.
  explicit TokenValues(const TokenGrammar& grammar);

  Values at_points(TokenSpan expression) const;
  // Of the part that each token begins, token by token. One that begins none, as the second digit
  // of a number, has no values.
  void of_parts(TokenSpan expression, std::vector<Values>& parts) const;

 private:
  static constexpr std::size_t kVariables = 8;
  struct Place {
    TokenSpan tokens;
    std::size_t at = 0;
    std::array<double, kVariables> variables{};
    int derivatives = 0;      // around this place
    double error = 0;         // of computing, of derivatives that were met
    Values* parts = nullptr;  // where values of parts are noted, at `point`, unless it is null
    std::size_t point = 0;
  };
  static Place at_point(TokenSpan expression, std::size_t point);
  Number evaluate(Place& place) const;
  Number evaluate_part(Place& place) const;
  Number leaf(Place& place, TokenId token) const;
  Number differentiate(Place& place) const;
  std::size_t variable_of(Place& place) const;

  const TokenGrammar* grammar_;
  std::vector<ValueFunction<Number>> functions_;  // of each token; null where it has none
  TokenId first_variable_ = 0;
  std::optional<TokenId> derivative_;  // not every tokenizer has one
};

using RealValues = TokenValues<double>;
using ComplexValues = TokenValues<std::complex<double>>;

extern template class TokenValues<double>;
extern template class TokenValues<std::complex<double>>;

}  // namespace noether::embedding
