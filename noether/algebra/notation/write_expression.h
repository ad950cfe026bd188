// Expressions as text: prefix tokens, S-expressions and LaTeX.
//
// Tokens say exactly what is in the arena, operator by operator; only a fraction takes three of
// them (/ 3 4). LaTeX is for people: (+ a (* -1 b)) is a - b, (* -2 x) is -2x. What is written
// reads back to an equal expression, but for variables with names that tokens do not have, such as
// \mathrm{a-b}: reading those is an error.
#pragma once

#include <string>

#include "noether/algebra/expression/expression.h"
#include "noether/algebra/notation/read_expression.h"
#include "noether/base/error.h"
#include "noether/formula/formula_io.h"

namespace noether::algebra {

// A shared subexpression is written every time it is used, so a small arena can hold an expression
// that is too long for any paper.
inline constexpr std::uint64_t kMaxWrittenNodes = 200'000;

// Errors when the expression is too long or too deep for an operator tree.
base::Result<void> to_operators(const Expressions& pool, ExprId root, formula::OperatorTree& out,
                                TreeStyle style = TreeStyle::Drawn);

// Latex, Prefix and SExpression.
base::Result<std::string> write_expression(formula::Notation notation, const Expressions& pool,
                                           ExprId root);

// For messages: what cannot be written is described instead.
std::string expression_text(formula::Notation notation, const Expressions& pool, ExprId root);

}  // namespace noether::algebra
