// Letters that usually name functions, and their combinations: f + g, 2f', f/g.
#pragma once

#include <string_view>

#include "noether/formula/operator_tree.h"

namespace noether::formula {

// Followed by parentheses such a letter is applied.
bool is_function_letter(std::string_view name);
// Those of them that multiply a sum in parentheses at least as often as they are applied to it.
bool is_sometimes_factor(std::string_view name);

// Whether the operand is a sum, difference, product or quotient of functions, so that in
// parentheses it is applied to the following parentheses: (f + g)(x), (2f - g')(x). Each of its
// terms has a function, and one of them is a letter that names nothing else.
bool combines_functions(const OperatorTree& tree, NodeId id);

}  // namespace noether::formula
