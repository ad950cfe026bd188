// The names E-Gen's corpora give to functions and constants, and what they are in Noether.
//
// E-Gen writes `acsch`, Noether calls the function `arccsch`; E-Gen's `sqrt` is a root without a
// degree. Names in this table are the only function names that prefix notation knows without a
// count of operands.
#pragma once

#include <string_view>

#include "noether/formula/operators.h"

namespace noether::formula {

struct EgenName {
  std::string_view egen;
  Op op;
  std::string_view label;
};

// Both return nullptr when the table has no such entry.
const EgenName* egen_name(std::string_view egen);
const EgenName* egen_name_of(Op op, std::string_view label);

}  // namespace noether::formula
