// Formal derivatives.
//
// The derivative of an expression is the result of the rules of differentiation, with the domain of
// that result. Shared subexpressions are differentiated once, so the result has a few new nodes for
// every node of the body.
//
// Parts without a rule stay (d x body): floor, ceil, sign, min, max, binomial, an integral over
// another variable. gamma gives the uninterpreted call `digamma`; an unknown f(u, v) gives D1:f(u,
// v) u' + D2:f(u, v) v', where D1:f and D2:f are uninterpreted calls.
#pragma once

#include "noether/algebra/expression/expression.h"

namespace noether::algebra {

// The head must be a Variable.
ExprId differentiate(Expressions& pool, ExprId body, Head variable);

// Carries out every derivative in `root`, innermost first. Repeated derivatives multiply in size: a
// derivative that would add more than `max_new_nodes` to the arena stays unchanged.
ExprId eliminate_derivatives(Expressions& pool, ExprId root, std::size_t max_new_nodes = 1 << 18);

}  // namespace noether::algebra
