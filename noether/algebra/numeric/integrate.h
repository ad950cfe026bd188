// Definite integrals with certainty: Gauss-Legendre quadrature with error bounds from the values
// of the integrand around the path (Arb's acb_calc_integrate).
//
// The integrand must be defined on the whole straight path and, but for finitely many pieces, be
// analytic around it. Anything else, and anything that takes too long, is Unclear.
#pragma once

#include "noether/algebra/numeric/program.h"

namespace noether::algebra {

class DefiniteIntegral {
 public:
  DefiniteIntegral(Program integrand, Head variable);

  // The integrand; its free variables other than that of the integral need their values first.
  Program& integrand() { return integrand_; }
  Head variable() const { return variable_; }

  // The bounds are Defined. The arithmetic is Real or Complex.
  void evaluate(const Value& lower, const Value& upper, Arithmetic arithmetic, slong bits,
                Functions& functions, Deadline deadline, Value& out);

 private:
  struct Evaluation;
  Definedness on_path(Evaluation& evaluation, const Value& lower, const Value& upper);
  void set_variable(acb_srcptr value);

  Program integrand_;
  Head variable_;
};

}  // namespace noether::algebra
