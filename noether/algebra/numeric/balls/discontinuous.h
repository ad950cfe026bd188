// Functions of real values that jump or bend: abs, sign, floor, ceil, min, max.
//
// A ball across a jump gives the ball of all the values on both sides. Where the side is certain
// the result is exact when the operand is, so that |sin(pi/3) - 1| - 1 + sin(pi/3) is exactly zero.
#pragma once

#include "noether/algebra/expression/operators.h"
#include "noether/algebra/numeric/balls/value.h"

namespace noether::algebra {

bool is_discontinuous(Op op);
// The operands are Defined and real; `out` is neither of them.
void apply_discontinuous(Op op, const Value& a, const Value& b, slong bits, Value& out);

}  // namespace noether::algebra
