// Writes LaTeX from either tree.
//
// LaTeX from the layout tree draws the same symbols in the same places and reads back to the same
// layout. LaTeX from the operator tree is written anew, with parentheses only where precedence
// requires them, and reads back to the same operators.
#pragma once

#include <string>

#include "noether/formula/layout_tree.h"
#include "noether/formula/operator_tree.h"

namespace noether::formula {

// Both append one line, or nothing for an empty tree.
void write_latex(const LayoutTree& tree, std::string& out);
void write_latex(const OperatorTree& tree, std::string& out);

}  // namespace noether::formula
