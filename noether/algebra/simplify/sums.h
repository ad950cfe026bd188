// Closed forms of sums and products over an index.
#pragma once

#include <optional>
#include <vector>

#include "noether/algebra/expression/expression.h"
#include "noether/algebra/normal/rational_function.h"
#include "noether/algebra/simplify/side_condition.h"

namespace noether::algebra {

struct ClosedForm {
  ExprId expression = kNoExpr;
  std::vector<SideCondition> conditions;
  bool is_final = false;  // factored, as books have it
};

// Of a call `sum:` or `product:` of a body, `=:` of an index and its first value, and a last value.
// Between two numbers the members are written out; polynomials and geometric sums have their
// formulas, and a few infinite series their values.
std::optional<ClosedForm> find_closed_form(Expressions& pool, normal::Normalizer& normalizer,
                                           ExprId sum);

}  // namespace noether::algebra
