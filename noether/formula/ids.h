// Canonical identities of formulas, from strictest to loosest.
#pragma once

#include <memory>

#include "noether/base/hash.h"
#include "noether/formula/layout_tree.h"
#include "noether/formula/operator_tree.h"

namespace noether::formula {

// Equal when the two formulas are drawn the same.
base::Digest visual_id(const LayoutTree& tree);

// Equal when the operator trees are the same up to the order of unordered operands: a + b, b + a.
base::Digest structural_id(const OperatorTree& tree);

// Equal when, in addition, renaming variables turns one tree into the other: x + y², b + a².
// Function names of one letter are renamed too; π, e and double-struck letters (ℝ) are not.
base::Digest alpha_id(const OperatorTree& tree);

// The same identities for many formulas in turn. The second identity of an operator tree is
// computed from the first, and working memory is reused. Not thread-safe.
class IdReader {
 public:
  struct OfOperators {
    base::Digest structural;
    base::Digest alpha;
  };

  IdReader();
  IdReader(IdReader&&) noexcept;
  IdReader& operator=(IdReader&&) noexcept;
  ~IdReader();

  base::Digest visual(const LayoutTree& tree);
  OfOperators of(const OperatorTree& tree);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace noether::formula
