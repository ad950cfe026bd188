// Small expressions by chance: what training puts into others, around them, and begins with.
#pragma once

#include "noether/train/core/random_stream.h"
#include "noether/train/variety/one_change.h"
#include "noether/train/variety/value_signature.h"

namespace noether::train {

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
