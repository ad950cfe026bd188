// The names of uninterpreted calls, and of variables with a subscript.
//
// A call of an unknown function f is named `f`. An operator of formulas that algebra does not
// support is named by the operator and its label: `sum:`, `infix:⊙`. The two never collide: a
// function whose name looks like the latter becomes `call:` followed by that name.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "noether/algebra/expression/expression.h"
#include "noether/formula/operator_tree.h"

namespace noether::algebra {

struct OperatorName {
  formula::Op op;
  std::string_view label;
};

// The operator a call is named for; absent if it is named for a function.
std::optional<OperatorName> operator_of_call(std::string_view name);

std::string call_name(formula::Op op, std::string_view label);

bool is_call(const Expressions& pool, ExprId id, std::string_view name);

// The name of a variable with this subscript: x_1, x_n, x_{ij}, x_{i,j}. Absent if the subscript is
// more than a name: a_{n+1} is a member of a sequence, which depends on n.
std::optional<std::string> subscripted_name(const formula::OperatorTree& tree,
                                            formula::NodeId subscript);

// Returns whether prefix tokens and S-expressions accept this as the name of a variable: one
// character, or letters, digits, _ ' { } , and any characters beyond ASCII. Other signs mean that
// tokens run together, as in x+1, which must not become a variable of that name.
bool is_token_name(std::string_view name);

// Adds the variable to a tree, with its subscript as a subscript node.
formula::NodeId add_variable(formula::OperatorTree& tree, std::string_view name);

}  // namespace noether::algebra
