// The names under which formulas write the functions algebra knows: sin, arsinh, asinh, sgn, Γ.
#pragma once

#include <optional>
#include <string_view>

#include "noether/algebra/expression/operators.h"

namespace noether::algebra {

// The function of one operand with this name; none for a name algebra does not know. Names that
// mean different functions to different readers (lg, and log, which has an operator of its own in
// formulas) are not here.
std::optional<Op> function_by_name(std::string_view name);

// The name a formula's operator tree gives to it (arcsin); empty when it has an operator of its own
// there (sqrt, floor).
std::string_view function_name(Op op);

}  // namespace noether::algebra
