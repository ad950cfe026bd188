// An expression in one variable as a quotient of polynomials with rational coefficients.
//
// All divisors that were written are kept beside the quotient in lowest terms, because the
// expression has no value where one of them is 0, even if it was cancelled.
#pragma once

#include <flint/fmpq_poly.h>

#include <optional>
#include <vector>

#include "noether/algebra/expression/expression.h"

namespace noether::algebra {

class RationalPolynomial {
 public:
  RationalPolynomial() { fmpq_poly_init(value_); }
  explicit RationalPolynomial(const Rational& constant) : RationalPolynomial() {
    fmpq_poly_set_fmpq(value_, constant.raw());
  }
  RationalPolynomial(const RationalPolynomial& other) : RationalPolynomial() {
    fmpq_poly_set(value_, other.value_);
  }
  RationalPolynomial(RationalPolynomial&& other) noexcept : RationalPolynomial() {
    fmpq_poly_swap(value_, other.value_);
  }
  RationalPolynomial& operator=(const RationalPolynomial& other) {
    fmpq_poly_set(value_, other.value_);
    return *this;
  }
  RationalPolynomial& operator=(RationalPolynomial&& other) noexcept {
    fmpq_poly_swap(value_, other.value_);
    return *this;
  }
  ~RationalPolynomial() { fmpq_poly_clear(value_); }

  const fmpq_poly_struct* raw() const { return value_; }
  fmpq_poly_struct* raw() { return value_; }

  bool is_zero() const { return fmpq_poly_is_zero(value_) != 0; }
  slong degree() const { return fmpq_poly_degree(value_); }
  Rational coefficient(slong power) const {
    Rational value;
    fmpq_poly_get_coeff_fmpq(value.raw(), value_, power);
    return value;
  }

 private:
  fmpq_poly_t value_;
};

struct RationalForm {
  RationalPolynomial numerator;  // in lowest terms
  RationalPolynomial denominator;
  std::vector<RationalPolynomial> divisors;  // non-constant
};

// Returns nothing if the expression is not a rational function of this single variable, divides by
// an expression that is 0 everywhere, or is too large.
std::optional<RationalForm> rational_form(const Expressions& pool, ExprId root, Head variable);

}  // namespace noether::algebra
