// Points where an expression may stop being defined: zeros of divisors, ends of domains, poles.
//
// Random points never meet them, and they are where expressions with equal values differ in domain.
#pragma once

#include <vector>

#include "noether/algebra/expression/assumptions.h"
#include "noether/algebra/expression/expression.h"

namespace noether::algebra {

// At most `max_points`. Each partial function in `root` has its critical operands (a divisor 0, a
// tangent pi/2, an arcsine +-1); the operand is solved for one variable where that takes only
// inverse functions or a linear equation, the other variables being given fixed values.
std::vector<Point> critical_points(Expressions& pool, ExprId root,
                                   const std::vector<Head>& variables, std::size_t max_points);

}  // namespace noether::algebra
