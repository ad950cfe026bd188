// What algebra cannot compute with, in words for people.
#pragma once

#include <string>

#include "noether/algebra/expression/expression.h"

namespace noether::algebra {

// What of the two has no values that algebra could compute: `sums, limits and the function f`.
// Empty when there is nothing of the kind.
std::string words_for_unknown(const Expressions& pool, ExprId left, ExprId right);

}  // namespace noether::algebra
