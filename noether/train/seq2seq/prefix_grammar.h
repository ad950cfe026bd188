// Which tokens may come next in one whole expression in prefix notation.
//
// What is still to be written is a stack of open places: an operator fills one and opens one for
// each operand. An expression is whole when none is open. A place that binds a variable, as the
// first operand of d, takes only a variable. Numbers that are spelled (a sign, digits, perhaps a
// point and digits) fill one place with several tokens, and can go on when no place is open.
//
// Invariant: from every state that `allows` leads to, a whole expression can be reached with the
// tokens that are left.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "noether/embedding/expression_tokenizer.h"

namespace noether::train {

struct TokenRole {
  enum class Kind : std::uint8_t {
    Never,
    End,
    Operator,
    Variable,
    Number,
    Sign,
    Zero,
    Digit,
    Point
  };
  // Which operand of an operator is the variable that it binds.
  static constexpr std::uint8_t kBindsNone = 255;

  Kind kind = Kind::Never;
  std::uint8_t operands = 0;  // of operators
  std::uint8_t bound = kBindsNone;
};

// By token id.
std::vector<TokenRole> token_roles(const embedding::ExpressionTokenizer& tokenizer);

class PrefixGrammar {
 public:
  struct State {
    // Open places, the next one last: true where only a variable may stand.
    std::vector<bool> open = {false};
    enum class Spelling : std::uint8_t { None, Sign, LoneZero, Whole, Point, Fraction };
    Spelling spelling = Spelling::None;
  };

  // Of the variables, only `variables` may be written.
  PrefixGrammar(std::vector<TokenRole> roles, std::span<const neural::TokenId> variables);

  std::size_t size() const { return roles_.size(); }
  // Whether `token` may follow when `tokens_left` may be written in all, <eos> not counted.
  bool allows(const State& state, neural::TokenId token, std::size_t tokens_left) const;
  // The state after a token that is allowed.
  void advance(State& state, neural::TokenId token) const;

  // Whether the tokens, without <bos> and <eos>, are one whole expression.
  bool is_whole(std::span<const neural::TokenId> tokens) const;

 private:
  bool may_bind_ = false;
  std::vector<TokenRole> roles_;
};

}  // namespace noether::train
