// A formula in spoken words: sine of x over x. For people who hear it, and for names of links.
// It is written from the operator tree, in words alone. Simple operands are spoken simply; if that
// would be ambiguous, words open and close an operand: "the fraction x plus 1 over 2 end fraction",
// "the quantity x plus 1 end quantity squared". It is for people and cannot be read back.
#pragma once

#include <string>

#include "noether/formula/operator_tree.h"

namespace noether::formula {

// Appends one line, without its end.
void write_spoken(const OperatorTree& tree, std::string& out);

}  // namespace noether::formula
