// Formal derivatives.
//
// The derivative of an expression is the expression the rules of differentiation give, with that
// expression's own domain. Shared subexpressions are differentiated once, so the result has a few
// new nodes for every node of the body.
//
// What has no rule stays (d x body): floor, ceil, sign, min, max, binomial, an integral over
// another variable. gamma gives the uninterpreted call `digamma`; an unknown f(u, v) gives
// D1:f(u, v) u' + D2:f(u, v) v', where D1:f and D2:f are uninterpreted calls.
#pragma once

#include "noether/algebra/expression/expression.h"

namespace noether::algebra {

// The head must be a Variable.
ExprId differentiate(Expressions& pool, ExprId body, Head variable);

// `root` with every derivative done, innermost first. Derivatives of derivatives multiply in size:
// one that would take the arena more than `max_new_nodes` further stays as it is.
ExprId eliminate_derivatives(Expressions& pool, ExprId root, std::size_t max_new_nodes = 1 << 18);

}  // namespace noether::algebra
