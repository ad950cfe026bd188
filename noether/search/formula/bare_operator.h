// A query that is nothing but an operator, as \int or =: it asks for formulas that have it.
#pragma once

#include <optional>

#include "noether/formula/formula.h"
#include "noether/search/formula/flat_tree.h"

namespace noether::search {

// The node that such an operator makes over its operands; nothing when the formula is more than
// an operator, or something else.
std::optional<FlatNode> bare_operator(const formula::Formula& formula);

}  // namespace noether::search
