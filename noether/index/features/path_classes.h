// The classes of operators on a path, and the operators whose operands are distinguished.
#pragma once

#include <cstdint>
#include <string_view>

#include "noether/formula/operators.h"

namespace noether::index {

// The key of the operator itself, by its name: stays when operators are added to the list.
std::uint64_t operator_key(formula::Op op);

// Equal for operators that may replace each other in similar formulas: + and −, = and ≈, ∑ and ∏.
// For a call the name decides: sin and cos are one class, f and g another, gcd is its own.
std::uint64_t path_class(formula::Op op, std::string_view label);

// Whether it matters which operand a path comes from: above or below a fraction's bar.
bool keeps_operands_apart(formula::Op op);

// A call by one letter, f(x): the letter is a symbol like any other.
bool is_letter_call(formula::Op op, std::string_view label);

}  // namespace noether::index
