// Simplifies expressions.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "noether/algebra/expression/assumptions.h"
#include "noether/algebra/expression/expression.h"
#include "noether/algebra/simplify/side_condition.h"

namespace noether::algebra {

struct SimplifyOptions {
  Field field = Field::Automatic;
  Assumptions assumptions;
  // WhereBothDefined: the result may be defined at more points: x/x becomes 1.
  Equality equality = Equality::WhereBothDefined;
  std::size_t nodes = 2'000;  // of the e-graph
  double seconds = 2;
  // called from time to time; true stops with the best result so far
  std::function<bool()> is_over = {};
};

// The form that a teacher would write: derivatives, integrals, sums and limits are worked out where
// possible, fractions are reduced, and among the forms known to be equal, the one that is cheapest
// to read (reading_cost.h) is written in the usual order.
struct Simplified {
  ExprId expression = kNoExpr;
  // The conditions under which the original expression has a value and equals the result; the
  // result may be defined elsewhere, too. Empty if the domains are the same.
  std::vector<SideCondition> conditions;
  // The added constant of integration, or kNoExpr.
  ExprId constant = kNoExpr;
};
Simplified simplify_for_reading(Expressions& pool, ExprId expression,
                                const SimplifyOptions& options = {});

// The cheapest expression by the rules and normal forms alone, for programs: only derivatives are
// worked out. Never longer than the result of differentiation.
ExprId simplify(Expressions& pool, ExprId expression, const SimplifyOptions& options);

// The expression multiplied out, or as a product of irreducible factors. Both are equal to the
// expression wherever it has a value. Empty if the work took too long, or if the expression has no
// value anywhere. `is_over` is called from time to time; true gives up.
std::optional<ExprId> expanded(Expressions& pool, ExprId expression, double seconds,
                               const std::function<bool()>& is_over = {});
// Factors with rational coefficients.
std::optional<ExprId> factored(Expressions& pool, ExprId expression, double seconds,
                               const std::function<bool()>& is_over = {});

}  // namespace noether::algebra
