// The usual form of sums, products and roots: the same expression as people write it.
#pragma once

#include <map>
#include <string>

#include "noether/algebra/expression/expression.h"

namespace noether::algebra {

// Numbers come first in products and last in sums, powers descend, letters are in alphabetical
// order: 4x^2 + xy + 1. Numbers are multiplied out, a fraction has one bar and its sign in front, x
// x is x^2, x^{1/2} and exp(x) are a root and a power of e, and no square stays under the root of a
// number: \sqrt 8 is 2\sqrt 2. Values and domain do not change.
ExprId in_usual_order(Expressions& pool, ExprId root);

// The sort keys of a factor in a product, and of a term in a sum.

// The order of factors.
int factor_rank(const Expressions& pool, ExprId id);
// The degree of a term as a polynomial in its letters.
double degree(const Expressions& pool, ExprId id);
// Adds the exponents of the letters, alphabetically, so that a^2 + ab + b^2 is in order.
void add_letters(const Expressions& pool, ExprId id, double times,
                 std::map<std::string, double>& letters);
// Among terms without letters: named constants, then the number, then roots and i.
int constant_rank(const Expressions& pool, ExprId id);
// Returns whether an expression is obviously defined everywhere.
bool is_total(const Expressions& pool, ExprId id);

}  // namespace noether::algebra
