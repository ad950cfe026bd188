// Works out integrals, sums, products and limits where possible.
//
// A definite integral is the difference of an antiderivative at its ends if ranges show that
// integrand and antiderivative are defined on the whole interval: then the antiderivative is
// continuous there, because it consists of continuous functions. A sum becomes a closed form that
// is checked against its first members. A limit is the value at a place around which the function
// is defined, or comes from the first derivatives that are not 0. Uncertain cases stay unchanged.
#pragma once

#include <vector>

#include "noether/algebra/expression/expression.h"
#include "noether/algebra/normal/rational_function.h"
#include "noether/algebra/simplify/side_condition.h"

namespace noether::algebra {

struct WorkedOut {
  ExprId expression = kNoExpr;
  std::vector<SideCondition> conditions;
  bool is_final = false;  // the whole was a sum whose closed form is already in its final form
};

WorkedOut work_out(Expressions& pool, normal::Normalizer& normalizer, ExprId root);

}  // namespace noether::algebra
