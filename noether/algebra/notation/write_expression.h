// Expressions as text: prefix tokens, S-expressions and LaTeX.
//
// Tokens represent the content of the arena exactly, operator by operator; only a fraction takes
// three of them (/ 3 4). LaTeX is for readers: (+ a (* -1 b)) is a - b, (* -2 x) is -2x. The output
// reads back as an equal expression, except for variables with names that tokens cannot contain,
// such as \mathrm{a-b}: reading those is an error.
#pragma once

#include <string>

#include "noether/algebra/expression/expression.h"
#include "noether/algebra/notation/read_expression.h"
#include "noether/base/error.h"
#include "noether/formula/formula_io.h"

namespace noether::algebra {

// A shared subexpression is written at every use, so a small arena can hold an expression that is
// too long to write.
inline constexpr std::uint64_t kMaxWrittenNodes = 200'000;

// Returns an error if the expression is too long or too deep for an operator tree.
base::Result<void> to_operators(const Expressions& pool, ExprId root, formula::OperatorTree& out,
                                TreeStyle style = TreeStyle::Drawn);

// The notation is Latex, Prefix or SExpression.
base::Result<std::string> write_expression(formula::Notation notation, const Expressions& pool,
                                           ExprId root);

// For messages: an expression that cannot be written is described instead.
std::string expression_text(formula::Notation notation, const Expressions& pool, ExprId root);

}  // namespace noether::algebra
