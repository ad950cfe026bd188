// A formula: its layout tree, its operator tree, and the diagnostics of parts that could not be
// read.
#pragma once

#include <vector>

#include "noether/base/error.h"
#include "noether/formula/layout_tree.h"
#include "noether/formula/operator_tree.h"

namespace noether::formula {

struct Formula {
  LayoutTree layout;
  OperatorTree operators;
  std::vector<base::Error> diagnostics;  // one for every error node, and for limits that were hit

  void clear() {
    layout.clear();
    operators.clear();
    diagnostics.clear();
  }
};

}  // namespace noether::formula
