// Operators in plain double arithmetic: what a program that knows nothing of error bounds computes.
//
// Definitions are those of docs/semantics.md; where there is no real value, NaN or an infinity. For
// asking how well others can compute an expression, never for deciding what its value is.
#pragma once

#include "noether/algebra/expression/operators.h"

namespace noether::algebra {

// Operators of fewer operands ignore the rest. NaN for i, calculus and calls.
double plain_value(Op op, double a, double b);

}  // namespace noether::algebra
