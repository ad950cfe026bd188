// Limits of expressions.
//
// Where the normal form of the body, which equals it wherever the body is defined, is continuous at
// the place, its value there is the limit. Of a quotient of functions that have power series the
// first coefficients that are not 0 tell it. Infinity is 0 seen through 1/t, and u^v is e to v ln
// u.
#pragma once

#include <optional>

#include "noether/algebra/expression/expression.h"
#include "noether/algebra/normal/rational_function.h"

namespace noether::algebra {

// Of a call `limit:` of a body and `to:` of a variable and a place.
std::optional<ExprId> find_limit(Expressions& pool, normal::Normalizer& normalizer, ExprId limit);

}  // namespace noether::algebra
