// Mathematica's names of the operators that algebra knows.
#pragma once

#include <optional>
#include <string_view>

#include "noether/algebra/expression/operators.h"

namespace noether::bench {

// The operator of a function with this many operands.
std::optional<algebra::Op> mathematica_operator(std::string_view name, std::size_t operands);
// Pi, E or I.
std::optional<algebra::Op> mathematica_constant(std::string_view name);

}  // namespace noether::bench
