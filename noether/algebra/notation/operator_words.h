// Describes in words the parts that algebra cannot compute with.
#pragma once

#include <string>

#include "noether/algebra/expression/expression.h"

namespace noether::algebra {

// Names the parts of the two without computable values: `sums, limits and the function f`. Empty if
// there are none.
std::string words_for_unknown(const Expressions& pool, ExprId left, ExprId right);

}  // namespace noether::algebra
