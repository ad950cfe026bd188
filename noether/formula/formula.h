// A formula: its layout tree, its operator tree, and the diagnostics of parts that could not be
// read, which show whether the formula was read to its end.
#pragma once

#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/formula/layout_tree.h"
#include "noether/formula/operator_tree.h"

namespace noether::formula {

struct Formula {
  LayoutTree layout;
  OperatorTree operators;
  std::vector<base::Error> diagnostics;  // one for each error node, and for each exceeded limit

  void clear() {
    layout.clear();
    operators.clear();
    diagnostics.clear();
  }
};

// The diagnostics where a limit of limits.h was reached and the rest was not read.
inline constexpr std::string_view kTooDeep = "nested too deeply";
inline constexpr std::string_view kTooManySymbols = "too many symbols";

// The diagnostic of an exceeded limit; null if no limit was exceeded.
inline const base::Error* exceeded_limit(const Formula& formula) {
  for (const base::Error& problem : formula.diagnostics) {
    if (problem.message == kTooDeep || problem.message == kTooManySymbols) return &problem;
  }
  return nullptr;
}

}  // namespace noether::formula
