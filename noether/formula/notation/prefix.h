// Operator trees as prefix tokens, the form of E-Gen's corpora: + pow x 2 1.
//
// Tokens are separated by one blank and read from the left, each followed by its operands:
//   42  -2        a number, a negated number
//   x  pi         a variable; pi is π
//   +  pow  d     an operator by its name in operators.def, with the operands listed there
//   sin  asin     a function of E-Gen, with one operand
//   f#2  +#3      a call of any other function; any operator with another number of operands
//   interval:closed   an operator with a label; tokens that would be misread have the same
//                     form: variable:d, number:-2, call:pow#1, text:is%20prime
// A derivative names its variable first: d x e. Blanks, control characters and # % : in labels are
// percent-encoded. Every tree has exactly one such line.
#pragma once

#include <string>
#include <string_view>

#include "noether/base/error.h"
#include "noether/formula/operator_tree.h"
#include "noether/formula/operators.h"

namespace noether::formula {

// A name of a function or constant in E-Gen's corpora, and its meaning in Noether.
//
// E-Gen writes `acsch` where Noether has the function `arccsch`; E-Gen's `sqrt` is a root without a
// degree. The names in this table are the only function names that prefix notation reads without a
// count of operands.
struct EgenName {
  std::string_view egen;
  Op op;
  std::string_view label;
};

// Both return nullptr if the table has no such entry.
const EgenName* egen_name(std::string_view egen);
const EgenName* egen_name_of(Op op, std::string_view label);

base::Result<void> read_prefix(std::string_view text, OperatorTree& out);

// Appends the tree in one line; nothing for an empty tree.
void write_prefix(const OperatorTree& tree, std::string& out);

}  // namespace noether::formula
