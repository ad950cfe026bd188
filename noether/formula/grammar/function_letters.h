// Letters that usually name functions, and their combinations: f + g, 2f', f/g.
#pragma once

#include <string_view>

#include "noether/formula/operator_tree.h"

namespace noether::formula {

// Whether the letter is applied to parentheses that follow it.
bool is_function_letter(std::string_view name);
// Whether such a letter multiplies a sum in parentheses at least as often as it is applied to it.
bool is_sometimes_factor(std::string_view name);

// Whether the operand is a sum, difference, product or quotient of functions. In parentheses, such
// an operand is applied to the parentheses that follow: (f + g)(x), (2f - g')(x). Each of its terms
// has a function, and one of them is a letter that can only name a function.
bool combines_functions(const OperatorTree& tree, NodeId id);

}  // namespace noether::formula
