// An expression multiplied out, or as a product of factors that cannot be parted further.
#pragma once

#include <functional>
#include <optional>

#include "noether/algebra/expression/expression.h"

namespace noether::algebra {

// Both are equal to the expression wherever it has a value. None when that took too long, or when
// the expression has no value anywhere. `is_over` is asked now and then: whether to give up.
std::optional<ExprId> expanded(Expressions& pool, ExprId expression, double seconds,
                               const std::function<bool()>& is_over = {});
// By factors with rational coefficients.
std::optional<ExprId> factored(Expressions& pool, ExprId expression, double seconds,
                               const std::function<bool()>& is_over = {});

}  // namespace noether::algebra
