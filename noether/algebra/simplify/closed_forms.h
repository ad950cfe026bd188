// Closed forms of integrals, sums and limits: what calculus.h works out is found here.
#pragma once

#include <optional>
#include <vector>

#include "noether/algebra/expression/expression.h"
#include "noether/algebra/normal/rational_function.h"
#include "noether/algebra/simplify/side_condition.h"

namespace noether::algebra {

// Antiderivatives by the methods of school, each checked by differentiating it again.
//
// Sums and multiples, a table of functions of a x + b, products of polynomials with exponentials,
// sines, cosines and logarithms by parts, fractions by partial fractions, and one substitution
// where the derivative of the inner function is a factor. No answer is given that differentiation
// does not confirm.
struct Antiderivative {
  ExprId expression = kNoExpr;
  std::vector<ExprId> nonzero;  // what must not be 0: the a of \int e^{ax} dx
};

std::optional<Antiderivative> find_antiderivative(Expressions& pool, normal::Normalizer& normalizer,
                                                  ExprId integrand, Head variable);

// Antiderivatives of fractions of polynomials with rational coefficients.
// The coefficients of a polynomial in `variable`, that of degree 0 first; none when it is something
// else or has other letters.
std::optional<std::vector<Rational>> polynomial_coefficients(Expressions& pool,
                                                             normal::Normalizer& normalizer,
                                                             ExprId id, Head variable);

// By partial fractions; the denominator must be a product of powers of linear polynomials and of
// irreducible quadratic ones to the first power.
std::optional<ExprId> integrate_fraction(Expressions& pool, normal::Normalizer& normalizer,
                                         ExprId fraction, Head variable);

// Limits of expressions.
//
// Where the normal form of the body, which equals it wherever the body is defined, is continuous at
// the place, its value there is the limit. Of a quotient of functions that have power series the
// first coefficients that are not 0 tell it. Infinity is 0 seen through 1/t, and u^v is e to v ln
// u.
// Of a call `limit:` of a body and `to:` of a variable and a place.
std::optional<ExprId> find_limit(Expressions& pool, normal::Normalizer& normalizer, ExprId limit);

// Closed forms of sums and products over an index.
struct ClosedForm {
  ExprId expression = kNoExpr;
  std::vector<SideCondition> conditions;
  bool is_final = false;  // factored, as books have it
};

// Of a call `sum:` or `product:` of a body, `=:` of an index and its first value, and a last value.
// Between two numbers the members are written out; polynomials and geometric sums have their
// formulas, and a few infinite series their values.
std::optional<ClosedForm> find_closed_form(Expressions& pool, normal::Normalizer& normalizer,
                                           ExprId sum);

}  // namespace noether::algebra
