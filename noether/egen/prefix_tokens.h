// Expressions in prefix notation as tokens: where subexpressions end, and keys that tell
// expressions alike.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "noether/algebra/expression/operators.h"

namespace noether::egen {

struct PrefixToken {
  std::string_view text;
  std::optional<algebra::Op> op;  // none for numbers, variables and unknown functions
  std::uint32_t arity = 0;        // the count in log#2 and min#3, the operator's own elsewhere
  std::uint32_t end = 0;          // the position after the subexpression that begins here

  // One of min#3 stands for two operators of algebra.
  bool has_usual_arity() const { return op && arity == algebra::op_arity(*op); }
};

// Lives as long as the text. Empty when the text is not exactly one whole expression of operators
// that algebra knows, numbers and variables.
using PrefixTokens = std::vector<PrefixToken>;
void split_prefix(std::string_view text, PrefixTokens& tokens);
// How an operator is written: `sin`, but `log#2`, because `log` alone has one operand.
std::string prefix_token_of(algebra::Op op);

bool is_number_token(std::string_view token);
// Where a derivative or an integral names its variable, nothing else than a variable may stand.
std::vector<bool> bound_variable_places(const PrefixTokens& tokens);

// Equal for equal texts.
std::uint64_t text_key(std::string_view text);
// Equal, too, for expressions that differ only in the order of the operands of sums, products,
// minima and maxima. For what is no whole expression it is the key of the text.
std::uint64_t twin_key(std::string_view text);

// How many tokens must be put in, left out or replaced to get from one to the other.
std::size_t token_distance(const PrefixTokens& a, const PrefixTokens& b);

}  // namespace noether::egen
