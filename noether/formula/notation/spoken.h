// A formula as one says it: sine of x over x. For those who hear it, and for names of links.
//
// Written from the operator tree, in words alone. What is simple is said simply; where that would
// leave open what belongs together, words open and close it: "the fraction x plus 1 over 2 end
// fraction", "the quantity x plus 1 end quantity squared". It is for people, not for reading back.
#pragma once

#include <string>

#include "noether/formula/operator_tree.h"

namespace noether::formula {

// Appends one line, without its end.
void write_spoken(const OperatorTree& tree, std::string& out);

}  // namespace noether::formula
