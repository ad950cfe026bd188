// The simplest expression that the rules and normal forms know to be equal to one.
#pragma once

#include <functional>

#include "noether/algebra/decide.h"
#include "noether/algebra/expression.h"

namespace noether::algebra {

struct SimplifyOptions {
  Field field = Field::Automatic;
  Assumptions assumptions;
  // WhereBothDefined: also when the result is defined at more points: x/x becomes 1.
  Equality equality = Equality::Strict;
  std::size_t nodes = 10'000;  // of the e-graph
  double seconds = 2;
  std::function<bool()> is_over = {};  // asked now and then: whether to stop at what there is
};

// Derivatives are done first. Never longer than what differentiation gives.
ExprId simplify(Expressions& pool, ExprId expression, const SimplifyOptions& options = {});

}  // namespace noether::algebra
