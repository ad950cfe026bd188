// Two sides of a question with their integrals, sums and limits worked out.
//
// Only what is equal without any condition counts (simplify/calculus.h says what that is): all
// operators of both sides are gone, or the question stays as it is. A limit must be free of
// letters, because the letters decide whether it exists. An antiderivative is compared with what
// ends in a constant: \int x dx is x^2/2 + C, for the C that the other side has.
#pragma once

#include <optional>
#include <string>

#include "noether/algebra/expression/expression.h"

namespace noether::algebra {

struct WorkedSides {
  ExprId left = kNoExpr;
  ExprId right = kNoExpr;
  std::string words;  // `the integral is 1/3`
};

// Real numbers only.
std::optional<WorkedSides> work_out_sides(Expressions& pool, ExprId left, ExprId right);

}  // namespace noether::algebra
