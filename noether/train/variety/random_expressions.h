// Expressions by chance: small ones, which training puts into others, around them, and begins with;
// and an expression with one change, which training tells expressions apart with: a function, an
// operator, a number, its sign or a variable is another one, or two operands change places.
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

  // False when chance fell on something that has no other; the expression is then as it was.
  // Whether it means something else is for the caller to see.
  bool apply(Tokens& expression, RandomStream& random) const;

  // Another one for a token of the same kind and number of operands; itself where there is none.
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
  Tokens functions_;  // of one operand
  Tokens operators_;  // of two
  neural::TokenId derivative_;
};

// What an expression is put into, or what is put into it: what stands before and behind it, or in
// the place of its x.
struct Context {
  Tokens before;
  Tokens after;
  Tokens for_x = {};

  bool is_inside() const { return !for_x.empty(); }
};

class SmallExpressions {
 public:
  // Both outlive this.
  SmallExpressions(const TokenGrammar& grammar, const OneChange& change)
      : grammar_(&grammar), change_(&change) {}

  // n x, x + n, f(x), ...
  Tokens inner(RandomStream& random) const;
  Context around(RandomStream& random) const;
  // One around, in a few cases its derivative, or one inside.
  Context context(RandomStream& random) const;
  Tokens apply(const Context& context, const Tokens& expression) const;
  // The same but for one token.
  Context neighbour_of(const Context& context, RandomStream& random) const;
  // Of at most nine tokens: f(x), or x or one of the first in up to three contexts, perhaps its
  // derivative.
  Tokens whole(RandomStream& random) const;

 private:
  // Up to ten mostly, now and then a larger one or a decimal, never 0.
  Tokens number(RandomStream& random) const;
  neural::TokenId function(RandomStream& random) const;

  const TokenGrammar* grammar_;
  const OneChange* change_;
};

}  // namespace noether::train
