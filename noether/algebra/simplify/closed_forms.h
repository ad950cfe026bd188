// Finds the closed forms of integrals, sums and limits for calculus.h.
#pragma once

#include <optional>
#include <vector>

#include "noether/algebra/expression/expression.h"
#include "noether/algebra/normal/rational_function.h"
#include "noether/algebra/simplify/side_condition.h"

namespace noether::algebra {

// Antiderivatives by the methods of school, each checked by differentiating it again.
//
// The methods are sums and multiples, a table of functions of a x + b, integration by parts for
// products of polynomials with exponentials, sines, cosines and logarithms, partial fractions for
// fractions, and one substitution if the derivative of the inner function is a factor. Every result
// is confirmed by differentiation.
struct Antiderivative {
  ExprId expression = kNoExpr;
  std::vector<ExprId> nonzero;  // expressions that must not be 0: the a of \int e^{ax} dx
};

std::optional<Antiderivative> find_antiderivative(Expressions& pool, normal::Normalizer& normalizer,
                                                  ExprId integrand, Head variable);

// Antiderivatives of fractions of polynomials with rational coefficients.
// The coefficients of a polynomial in `variable`, constant term first; absent if it is not a
// polynomial or has other letters.
std::optional<std::vector<Rational>> polynomial_coefficients(Expressions& pool,
                                                             normal::Normalizer& normalizer,
                                                             ExprId id, Head variable);

// Integrates by partial fractions; the denominator must be a product of powers of linear
// polynomials and of irreducible quadratic ones to the first power.
std::optional<ExprId> integrate_fraction(Expressions& pool, normal::Normalizer& normalizer,
                                         ExprId fraction, Head variable);

// Limits of expressions.
//
// If the normal form of the body, which equals the body wherever it is defined, is continuous at
// the place, its value there is the limit. For a quotient of functions with power series, the first
// nonzero coefficients determine the limit. Infinity is 0 in the variable 1/t, and u^v is e^(v ln
// u). `limit` is a call `limit:` of a body and `to:` of a variable and a place.
std::optional<ExprId> find_limit(Expressions& pool, normal::Normalizer& normalizer, ExprId limit);

// Closed forms of sums and products over an index.
struct ClosedForm {
  ExprId expression = kNoExpr;
  std::vector<SideCondition> conditions;
  bool is_final = false;  // factored, as in books
};

// The expression is a call `sum:` or `product:` of a body, `=:` of an index and its first value,
// and a last value. Between two numbers the members are written out; polynomials and geometric sums
// have formulas, and a few infinite series have known values.
std::optional<ClosedForm> find_closed_form(Expressions& pool, normal::Normalizer& normalizer,
                                           ExprId sum);

}  // namespace noether::algebra
