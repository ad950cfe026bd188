// Side conditions of rules: a predicate over terms of the rule's variables, such as positive(?a).
//
// A condition speaks about values: positive(t) says that t is positive wherever it is defined, not
// that it is defined; only defined(t) says that. A condition holds when it is known to hold.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "noether/algebra/expression/expression.h"

namespace noether::algebra {

enum class Predicate : std::uint8_t {
  Nonzero,
  Positive,
  Negative,
  Nonnegative,
  Nonpositive,
  Integer,
  Even,       // an even integer
  Odd,        // an odd integer
  Defined,    // has a value whatever the values of the variables
  Constant,   // a known rational number
  Variable,   // a variable, not any other expression
  Free,       // (x, t): t does not contain the variable x
  In,         // (t, low, high): low <= t <= high, both constants
  Inside,     // (t, low, high): low < t < high
  Less,       // (t, u): t < u
  LessEqual,  // (t, u): t <= u
  Real,       // in the complex field: t is real
  Distinct,   // (t, u): never the same value where both are defined
};

struct Condition {
  Predicate predicate;
  std::vector<ExprId> terms;

  friend bool operator==(const Condition&, const Condition&) = default;
};

std::string_view predicate_name(Predicate predicate);
std::size_t predicate_arity(Predicate predicate);
std::optional<Predicate> predicate_by_name(std::string_view name);
// All names, separated by spaces: for messages.
std::string predicate_names();

}  // namespace noether::algebra
