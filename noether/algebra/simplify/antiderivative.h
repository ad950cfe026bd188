// Antiderivatives by the methods of school, each checked by differentiating it again.
//
// Sums and multiples, a table of functions of a x + b, products of polynomials with exponentials,
// sines, cosines and logarithms by parts, fractions by partial fractions, and one substitution
// where the derivative of the inner function is a factor. No answer is given that differentiation
// does not confirm.
#pragma once

#include <optional>
#include <vector>

#include "noether/algebra/expression/expression.h"
#include "noether/algebra/normal/rational_function.h"

namespace noether::algebra {

struct Antiderivative {
  ExprId expression = kNoExpr;
  std::vector<ExprId> nonzero;  // what must not be 0: the a of \int e^{ax} dx
};

std::optional<Antiderivative> find_antiderivative(Expressions& pool, normal::Normalizer& normalizer,
                                                  ExprId integrand, Head variable);

}  // namespace noether::algebra
