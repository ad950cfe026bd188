// Operators in plain double arithmetic, as computed by programs without error bounds.
//
// Definitions are those of docs/semantics.md; where there is no real value, the result is NaN or an
// infinity. Use it to judge how well other programs can compute an expression, never to decide its
// value.
#pragma once

#include "noether/algebra/expression/operators.h"

namespace noether::algebra {

// Operators of fewer operands ignore the rest. The result is NaN for i, calculus and calls.
double plain_value(Op op, double a, double b);

}  // namespace noether::algebra
