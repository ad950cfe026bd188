// A query that consists of an operator alone, such as \int or =; it finds the formulas that contain
// it.
#pragma once

#include <vector>

#include "noether/formula/formula.h"
#include "noether/search/candidates/formula/flat_tree.h"

namespace noether::search {

// The nodes that such an operator makes, any of which says that a formula has it: over operands, in
// a chain of relations, in a derivative, alone. None when the formula is more than an operator, or
// something else.
std::vector<FlatNode> bare_operator(const formula::Formula& formula);

}  // namespace noether::search
