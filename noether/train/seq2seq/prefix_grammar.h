// The grammar of one complete expression in prefix notation: which tokens may come next. The rest
// of the expression is a stack of open places: an operator fills one and opens one for each
// operand. An expression is complete when none is open. A place that binds a variable, such as the
// first operand of d, takes only a variable. Spelled numbers (a sign, digits, optionally a point
// and digits) fill one place with several tokens, and may continue when no place is open.
// Invariant: from every state that `allows` leads to, a complete expression can be reached with the
// remaining tokens.
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
  // The value of `bound` for an operator that binds no variable.
  static constexpr std::uint8_t kBindsNone = 255;

  Kind kind = Kind::Never;
  std::uint8_t operands = 0;  // for operators
  std::uint8_t bound = kBindsNone;
};

// The roles of all tokens, by token id.
std::vector<TokenRole> token_roles(const embedding::ExpressionTokenizer& tokenizer);

class PrefixGrammar {
 public:
  struct State {
    // Open places, the next one last: true if only a variable is allowed.
    std::vector<bool> open = {false};
    enum class Spelling : std::uint8_t { None, Sign, LoneZero, Whole, Point, Fraction };
    Spelling spelling = Spelling::None;
  };

  // Expressions may contain only these variables.
  PrefixGrammar(std::vector<TokenRole> roles, std::span<const neural::TokenId> variables);

  std::size_t size() const { return roles_.size(); }
  // Whether `token` may follow if at most `tokens_left` more tokens are allowed, not counting
  // <eos>.
  bool allows(const State& state, neural::TokenId token, std::size_t tokens_left) const;
  // Advances the state by a token that is allowed.
  void advance(State& state, neural::TokenId token) const;

  // Whether the tokens, without <bos> and <eos>, form one complete expression.
  bool is_whole(std::span<const neural::TokenId> tokens) const;

 private:
  bool may_bind_ = false;
  std::vector<TokenRole> roles_;
};

}  // namespace noether::train
