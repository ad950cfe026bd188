// Operator trees as S-expressions: (= (+ (pow x 2) 1) 0).
//
//   atom          a number, a variable, an operator that stands for itself (+), infinity, _ for a
//                 missing operand, "text", -2 for the negated number
//   (op a b …)    an operator by its name in operators.def, or by a usual sign for it: (^ x 2)
//   (f a b …)     a call of the function f; a head of signs that is no operator is an error
//   op:label      an operator with a label, alone or as a head: (interval:closed 0 1),
//                 (infix:⊙ a b). The label is quoted when it would not read back: (call:"a b" x).
//                 The same form spells variables, numbers and calls whose plain name means
//                 something else: variable:pow, (call:d x).
//   (d x f n)     a derivative names its variable first, as in E-Gen; (sqrt x) is a root without a
//                 degree; E-Gen's names of functions are accepted: (asin x).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "noether/base/error.h"
#include "noether/formula/operator_tree.h"

namespace noether::formula {

// The operator that people write with this sign although it has another name: ^ ** × ÷ != ≤ …
std::optional<Op> op_by_sign(std::string_view sign);

base::Result<void> read_sexpr(std::string_view text, OperatorTree& out);

// Appends the tree in one line; nothing for an empty tree.
void write_sexpr(const OperatorTree& tree, std::string& out);

}  // namespace noether::formula
