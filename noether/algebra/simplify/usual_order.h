// How people write sums, products and roots down: the same expression, in the usual form.
#pragma once

#include "noether/algebra/expression/expression.h"

namespace noether::algebra {

// Numbers stand first in products and last in sums, powers descend, letters are in the order of the
// alphabet: 4x^2 + xy + 1. Numbers are multiplied out, a fraction has one bar and its sign in
// front, x x is x^2, x^{1/2} and exp(x) are a root and a power of e, and no square stays under the
// root of a number: \sqrt 8 is 2\sqrt 2. Values and domain stay what they are.
ExprId in_usual_order(Expressions& pool, ExprId root);

}  // namespace noether::algebra
