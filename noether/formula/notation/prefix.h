// Operator trees as prefix tokens, the form of E-Gen's corpora: + pow x 2 1.
//
// Tokens are separated by one blank and read from the left, each followed by its operands:
//   42  -2        a number, a negated number
//   x  pi         a variable; pi is π
//   +  pow  d     an operator by its name in operators.def, with the number of operands listed
//   there sin  asin     a function E-Gen knows, with one operand f#2  +#3      a call of any other
//   function; any operator with another number of operands interval:closed   an operator with a
//   label; the same form spells what a plain token would not:
//                 variable:d, number:-2, call:pow#1, text:is%20prime
// A derivative names its variable first: d x e. Blanks, control characters and # % : in labels are
// percent-encoded. Every tree has exactly one such line.
#pragma once

#include <string>
#include <string_view>

#include "noether/base/error.h"
#include "noether/formula/operator_tree.h"

namespace noether::formula {

base::Result<void> read_prefix(std::string_view text, OperatorTree& out);

// Appends the tree in one line; nothing for an empty tree.
void write_prefix(const OperatorTree& tree, std::string& out);

}  // namespace noether::formula
