// Exact arithmetic on numbers: the rational result of an operator with rational operands.
#pragma once

#include <optional>
#include <span>

#include "noether/algebra/expression/operators.h"
#include "noether/algebra/expression/rational.h"

namespace noether::algebra {

// The exact value of `op` at these operands. Absent if it is undefined there, irrational, or would
// need more than kMaxNumberBits; other parts of algebra distinguish these three cases.
std::optional<Rational> fold(Op op, std::span<const Rational* const> operands);

}  // namespace noether::algebra
