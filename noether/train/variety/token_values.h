// What an expression in tokens is worth at fixed real points, in plain doubles.
//
// Fast and not certified: it serves to notice that two expressions of a training batch are equal,
// or that a changed one is not. A derivative is a quotient of differences. What has no real value
// at a point, or none of ordinary size, is not a number there.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "noether/train/variety/token_grammar.h"

namespace noether::train {

class TokenValues {
 public:
  static constexpr std::size_t kPoints = 14;
  using Values = std::array<double, kPoints>;

  explicit TokenValues(const TokenGrammar& grammar);

  Values at_points(TokenSpan expression) const;
  // Of the part that each token begins: infinite for one that begins none, as the second digit of a
  // number.
  void of_parts(TokenSpan expression, std::vector<Values>& parts) const;

 private:
  using Unary = double (*)(double);
  using Binary = double (*)(double, double);
  struct Place {
    TokenSpan tokens;
    std::size_t at = 0;
    std::array<double, 8> variables{};
    int derivatives = 0;      // around this place
    Values* parts = nullptr;  // where values of parts are noted, at `point`, unless it is null
    std::size_t point = 0;
  };
  static Place at_point(TokenSpan expression, std::size_t point);
  double evaluate(Place& place) const;
  double evaluate_part(Place& place) const;
  double leaf(Place& place, std::uint16_t token) const;
  double differentiate(Place& place) const;

  const TokenGrammar* grammar_;
  std::vector<Unary> unary_;
  std::vector<Binary> binary_;
  std::uint16_t first_variable_ = 0;
  std::uint16_t derivative_ = 0;
};

// The same 64 bits for values that agree to five digits or are undefined together; nothing for an
// expression that is seldom defined or constant, about which they would say little.
std::optional<std::uint64_t> signature(const TokenValues::Values& values);

// They share half of the points at which `reference` has a value, and have the same values there.
bool agree(const TokenValues::Values& values, const TokenValues::Values& reference);

// Both have values at several points, and other ones.
bool clearly_differ(const TokenValues::Values& a, const TokenValues::Values& b);

}  // namespace noether::train
