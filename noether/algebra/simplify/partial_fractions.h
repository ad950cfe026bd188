// Antiderivatives of fractions of polynomials with rational coefficients.
#pragma once

#include <optional>
#include <vector>

#include "noether/algebra/expression/expression.h"
#include "noether/algebra/normal/rational_function.h"

namespace noether::algebra {

// The coefficients of a polynomial in `variable`, that of degree 0 first; none when it is something
// else or has other letters.
std::optional<std::vector<Rational>> polynomial_coefficients(Expressions& pool,
                                                             normal::Normalizer& normalizer,
                                                             ExprId id, Head variable);

// By partial fractions; the denominator must be a product of powers of linear polynomials and of
// irreducible quadratic ones to the first power.
std::optional<ExprId> integrate_fraction(Expressions& pool, normal::Normalizer& normalizer,
                                         ExprId fraction, Head variable);

}  // namespace noether::algebra
