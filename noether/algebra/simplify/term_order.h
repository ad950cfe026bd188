// What decides where a factor stands in a product, and a term in a sum; see usual_order.h.
#pragma once

#include <map>
#include <string>

#include "noether/algebra/expression/expression.h"

namespace noether::algebra {

// The order of factors.
int factor_rank(const Expressions& pool, ExprId id);
// The degree of a term as a polynomial in its letters.
double degree(const Expressions& pool, ExprId id);
// Adds the exponents of the letters, alphabetically, so that a^2 + ab + b^2 is in order.
void add_letters(const Expressions& pool, ExprId id, double times,
                 std::map<std::string, double>& letters);
// Among terms without letters: what is named, then the number, then roots and i.
int constant_rank(const Expressions& pool, ExprId id);
// Whether an expression is defined everywhere, as can be seen.
bool is_total(const Expressions& pool, ExprId id);

}  // namespace noether::algebra
