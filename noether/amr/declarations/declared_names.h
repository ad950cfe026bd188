// The names that a formula introduces, and their kinds according to the formula itself.
//   G            G
//   a, b ∈ ℝ     a and b, real numbers
//   f: A → B     f, a function
//   (x_n)        x
#pragma once

#include <string>
#include <vector>

#include "noether/formula/operator_tree.h"

namespace noether::amr {

struct DeclaredNames {
  std::vector<std::string> names;  // none where the formula is an expression: n × n
  std::string kind;                // "real number"; empty when the formula does not say
};

DeclaredNames declared_names(const formula::OperatorTree& formula);

}  // namespace noether::amr
