// An expression with one change: a function, an operator, a number, its sign or a variable is
// another one, or two operands change places. What training tells expressions apart with.
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

}  // namespace noether::train
