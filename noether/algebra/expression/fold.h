// Exact arithmetic on numbers: what an operator gives for rational operands, when that is rational.
#pragma once

#include <optional>
#include <span>

#include "noether/algebra/expression/operators.h"
#include "noether/algebra/expression/rational.h"

namespace noether::algebra {

// The exact value of `op` at these operands. None when it is undefined there, irrational, or would
// need more than kMaxNumberBits; all three are for other parts of algebra to tell apart.
std::optional<Rational> fold(Op op, std::span<const Rational* const> operands);

}  // namespace noether::algebra
