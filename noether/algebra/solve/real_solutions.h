// The real numbers for which a statement about one unknown holds.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "noether/algebra/expression/expression.h"
#include "noether/algebra/solve/statement.h"

namespace noether::algebra {

struct RealSolutions {
  bool is_everything = false;
  std::vector<ExprId> numbers;  // constants, ascending; empty when there is no solution
};

// None when the solutions are not known for certain, are intervals, or include a number that no
// formula of ours gives. `is_over` is asked now and then: whether to give up.
std::optional<RealSolutions> real_solutions(Expressions& pool, const Statement& statement,
                                            Head unknown, double seconds,
                                            const std::function<bool()>& is_over = {});

}  // namespace noether::algebra
