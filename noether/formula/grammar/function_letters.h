// Letters that name functions by custom, and what is made of them: f + g, 2f', f/g.
#pragma once

#include <string_view>

#include "noether/formula/operator_tree.h"

namespace noether::formula {

// Followed by parentheses such a letter is applied.
bool is_function_letter(std::string_view name);
// Of these, the ones that multiply a sum in parentheses at least as often as they are applied to
// it.
bool is_sometimes_factor(std::string_view name);

// Whether the operand is a sum, difference, product or quotient of functions, so that in
// parentheses it is applied to what follows in parentheses: (f + g)(x), (2f - g')(x). Each of its
// terms has a function, one of them a letter that names nothing else.
bool combines_functions(const OperatorTree& tree, NodeId id);

}  // namespace noether::formula
