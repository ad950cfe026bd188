// LaTeX out of either tree.
//
// From the layout tree the LaTeX draws the same symbols in the same places, and reads back to the
// same layout. From the operator tree it is written afresh, with parentheses only where precedence
// asks for them, and reads back to the same operators.
#pragma once

#include <string>

#include "noether/formula/layout_tree.h"
#include "noether/formula/operator_tree.h"

namespace noether::formula {

// Both append one line; nothing for an empty tree.
void write_latex(const LayoutTree& tree, std::string& out);
void write_latex(const OperatorTree& tree, std::string& out);

}  // namespace noether::formula
