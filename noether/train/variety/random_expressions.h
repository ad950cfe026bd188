// Random expressions. SmallExpressions makes small ones, which training puts into other
// expressions, wraps around them, or starts from. OneChange makes one change in an expression, so
// that training learns the difference: it replaces a function, an operator, a number, its sign or a
// variable, or exchanges two operands.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "noether/train/core/random_stream.h"
#include "noether/train/variety/value_signature.h"

namespace noether::train {

class OneChange {
 public:
  explicit OneChange(const TokenGrammar& grammar);

  // Returns false if the chosen place has no alternative; the expression is then unchanged. The
  // caller must check whether the changed expression means something else.
  bool apply(Tokens& expression, RandomStream& random) const;

  // Returns another token of the same kind and number of operands, or the token itself if no other
  // exists.
  neural::TokenId another(neural::TokenId token, RandomStream& random) const;

  const Tokens& functions() const { return functions_; }

 private:
  enum class Kind : std::uint8_t { Operator, Function, Number, Sign, Order, Variable };
  static constexpr std::size_t kKinds = 6;

  void add_places(neural::TokenId token, std::size_t at,
                  std::array<std::vector<std::size_t>, kKinds>& places) const;
  neural::TokenId kin_of(neural::TokenId function, RandomStream& random) const;
  bool exchange_operands(Tokens& expression, std::size_t at) const;

  const TokenGrammar* grammar_;
  Tokens functions_;  // with one operand
  Tokens operators_;  // with two operands
  neural::TokenId derivative_;
};

// The tokens before and after an expression, or an expression that replaces its x.
struct Context {
  Tokens before;
  Tokens after;
  Tokens for_x = {};

  bool is_inside() const { return !for_x.empty(); }
};

class SmallExpressions {
 public:
  // Both must outlive this object.
  SmallExpressions(const TokenGrammar& grammar, const OneChange& change)
      : grammar_(&grammar), change_(&change) {}

  // n x, x + n, f(x), ...
  Tokens inner(RandomStream& random) const;
  Context around(RandomStream& random) const;
  // Returns a context around an expression, in a few cases a derivative, or an expression for its
  // x.
  Context context(RandomStream& random) const;
  Tokens apply(const Context& context, const Tokens& expression) const;
  // Returns the context with one token changed.
  Context neighbour_of(const Context& context, RandomStream& random) const;
  // Returns an expression of at most nine tokens: f(x), or x or an inner expression in up to three
  // contexts, possibly differentiated.
  Tokens whole(RandomStream& random) const;

 private:
  // Usually at most 10, occasionally larger or a decimal, never 0.
  Tokens number(RandomStream& random) const;
  neural::TokenId function(RandomStream& random) const;

  const TokenGrammar* grammar_;
  const OneChange* change_;
};

}  // namespace noether::train
