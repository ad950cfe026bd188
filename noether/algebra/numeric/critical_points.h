// Points where an expression may stop being defined: zeros of divisors, ends of domains, poles.
//
// Random points never hit them, and expressions with equal values may differ in domain there.
#pragma once

#include <vector>

#include "noether/algebra/expression/assumptions.h"
#include "noether/algebra/expression/expression.h"

namespace noether::algebra {

// Returns at most `max_points` points. Each partial function in `root` has critical operands (a
// divisor 0, a tangent pi/2, an arcsine +-1). The operand is solved for one variable if that takes
// only inverse functions or a linear equation; the other variables get fixed values.
std::vector<Point> critical_points(Expressions& pool, ExprId root,
                                   const std::vector<Head>& variables, std::size_t max_points);

}  // namespace noether::algebra
