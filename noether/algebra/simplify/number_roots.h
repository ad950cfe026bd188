// Roots of numbers as teachers write them.
//
//     2^{4/3}, 16^{1/3}        2\sqrt[3]{2}: nothing under a root that is a whole power of its
//     index 2^{1/3} 3^{1/3}          \sqrt[3]{6}
//     \frac{1}{\sqrt[3]{2}}    \frac{\sqrt[3]{4}}{2}: no root below a fraction bar
//     \frac{2}{3-\sqrt5}       the conjugate 3+\sqrt5 above and the number 4 below
#pragma once

#include <optional>

#include "noether/algebra/expression/expression.h"

namespace noether::algebra {

// Equal to the expression, with the roots and powers of positive numbers in each product taken
// together.
ExprId with_number_roots(Expressions& pool, ExprId root);

// Of a fraction with the sum of two square roots of numbers, or of a number and such a root, below
// its bar: the product that it equals, without the bar. None for any other expression.
std::optional<ExprId> rationalized(Expressions& pool, ExprId fraction);

}  // namespace noether::algebra
