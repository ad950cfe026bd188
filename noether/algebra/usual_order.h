// The order people write the operands of sums and products in.
#pragma once

#include "noether/algebra/expression.h"

namespace noether::algebra {

// Numbers stand first in products and last in sums: 4x + 1, not 1 + x·4.
ExprId in_usual_order(Expressions& pool, ExprId root);

}  // namespace noether::algebra
