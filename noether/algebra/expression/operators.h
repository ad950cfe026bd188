// The operators of algebra: a closed list, read from operators.def.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace noether::algebra {

enum class Op : std::uint8_t {
#define NOETHER_ALGEBRA_OP(id, name, arity) id,
#include "noether/algebra/expression/operators.def"
};

inline constexpr std::size_t kOpCount = 0
#define NOETHER_ALGEBRA_OP(id, name, arity) +1  // NOLINT: a term of the sum
#include "noether/algebra/expression/operators.def"
    ;

inline constexpr std::uint8_t kAnyArity = 255;

std::string_view op_name(Op op);
std::uint8_t op_arity(Op op);
// The operator of a prefix token; absent for `number`, `variable` and `call`, which are not tokens.
std::optional<Op> op_by_name(std::string_view name);

// Returns whether leaves of this operator are distinguished by an index: Number, Variable, Call.
inline bool has_index(Op op) { return op == Op::Number || op == Op::Variable || op == Op::Call; }
inline bool is_commutative(Op op) {
  return op == Op::Add || op == Op::Multiply || op == Op::Min || op == Op::Max;
}

// The names of supported functions in formulas: sin, arsinh, asinh, sgn, Γ.

// The function of one operand with this name; absent for an unsupported name. Names with different
// meanings for different readers (lg, and log, which has an operator of its own in formulas) are
// not included.
std::optional<Op> function_by_name(std::string_view name);

// The name of the operator in a formula's operator tree (arcsin); empty if the tree has a separate
// operator for it (sqrt, floor).
std::string_view function_name(Op op);

}  // namespace noether::algebra
