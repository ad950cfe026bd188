// Roots of numbers as teachers write them.
//
//     2^{4/3}, 16^{1/3}        2\sqrt[3]{2}: no n-th power stays under an n-th root
//     2^{1/3} 3^{1/3}          \sqrt[3]{6}
//     \frac{1}{\sqrt[3]{2}}    \frac{\sqrt[3]{4}}{2}: no root below a fraction bar
//     \frac{2}{3-\sqrt5}       the conjugate 3+\sqrt5 above and the number 4 below
#pragma once

#include <optional>

#include "noether/algebra/expression/expression.h"

namespace noether::algebra {

// Returns an equal expression in which the roots and powers of positive numbers in each product are
// combined.
ExprId with_number_roots(Expressions& pool, ExprId root);

// Rationalises a fraction whose denominator is the sum of two square roots of numbers, or of a
// number and such a root: returns an equal product without the fraction bar. Returns nothing for
// any other expression.
std::optional<ExprId> rationalized(Expressions& pool, ExprId fraction);

}  // namespace noether::algebra
