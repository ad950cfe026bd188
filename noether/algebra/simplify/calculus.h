// Integrals, sums, products and limits that can be worked out are worked out.
//
// A definite integral is the difference of an antiderivative at its ends when ranges show that
// integrand and antiderivative are defined on the whole interval: then the antiderivative is
// continuous there, being made of continuous functions. A sum becomes a closed form that is
// checked against its first members. A limit is a value at a place where the function is defined
// around, or comes from the first derivatives that are not 0. Whatever is not sure stays.
#pragma once

#include <vector>

#include "noether/algebra/expression/expression.h"
#include "noether/algebra/normal/rational_function.h"
#include "noether/algebra/simplify/side_condition.h"

namespace noether::algebra {

struct WorkedOut {
  ExprId expression = kNoExpr;
  std::vector<SideCondition> conditions;
  bool is_final = false;  // the whole was a sum, and its closed form is in the form of books
};

WorkedOut work_out(Expressions& pool, normal::Normalizer& normalizer, ExprId root);

}  // namespace noether::algebra
