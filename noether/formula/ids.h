// Canonical identities of formulas, from strictest to loosest.
#pragma once

#include "noether/base/hash.h"
#include "noether/formula/layout_tree.h"
#include "noether/formula/operator_tree.h"

namespace noether::formula {

// Equal when the two formulas are drawn the same.
base::Digest visual_id(const LayoutTree& tree);

// Equal when the operator trees are the same up to the order of unordered operands: a + b, b + a.
base::Digest structural_id(const OperatorTree& tree);

// Equal when moreover one becomes the other by renaming variables: x + y², b + a². Names of
// functions written as one letter rename too; π, e and double-struck letters (ℝ) do not.
base::Digest alpha_id(const OperatorTree& tree);

}  // namespace noether::formula
