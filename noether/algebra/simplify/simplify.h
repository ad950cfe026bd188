// Simpler expressions that are equal to one.
#pragma once

#include <functional>
#include <vector>

#include "noether/algebra/expression/assumptions.h"
#include "noether/algebra/expression/expression.h"
#include "noether/algebra/simplify/side_condition.h"

namespace noether::algebra {

struct SimplifyOptions {
  Field field = Field::Automatic;
  Assumptions assumptions;
  // WhereBothDefined: also when the result is defined at more points: x/x becomes 1.
  Equality equality = Equality::WhereBothDefined;
  std::size_t nodes = 2'000;  // of the e-graph
  double seconds = 2;
  std::function<bool()> is_over = {};  // asked now and then: whether to stop at what there is
};

// A form as a teacher would write it: derivatives, integrals, sums and limits that can be worked
// out are, fractions are reduced, and of the forms that are known to be equal the one that is
// cheapest to read (reading_cost.h) stands in the usual order.
struct Simplified {
  ExprId expression = kNoExpr;
  // Where the expression that was asked about has a value and the result may be taken for it: the
  // result may be defined elsewhere, too. Empty when the domains are the same.
  std::vector<SideCondition> conditions;
  // The constant of integration that was added, or kNoExpr.
  ExprId constant = kNoExpr;
};
Simplified simplify_for_reading(Expressions& pool, ExprId expression,
                                const SimplifyOptions& options = {});

// The cheapest expression by the rules and normal forms alone, for programs: nothing but
// derivatives is worked out. Never longer than what differentiation gives.
ExprId simplify(Expressions& pool, ExprId expression, const SimplifyOptions& options);

}  // namespace noether::algebra
