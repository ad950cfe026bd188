// Normal forms: equality of expressions by computing with rational functions of atoms.
//
// They decide arithmetic, whole and fractional powers, exponentials and logarithms, circular and
// hyperbolic functions of sums and multiples of angles, and absolute values, with arbitrary
// operands of unknown functions.
//
// `equal` proves that two expressions have the same value wherever both are defined, in the chosen
// field and under the assumptions; it does not compare their domains: see domain.h. A `false` is
// not a refutation.
#pragma once

#include <memory>
#include <optional>

#include "noether/algebra/expression/assumptions.h"
#include "noether/algebra/expression/expression.h"
#include "noether/algebra/normal/budget.h"

namespace noether::algebra::normal {

class Workspace;

struct NormalForm {
  ExprId expression = kNoExpr;  // canonical: equal ids mean equal values
};

// Caches normal forms; use one for many questions about one pool.
class Normalizer {
 public:
  // Field::Automatic is the real field.
  Normalizer(Expressions& pool, Field field, const Assumptions& assumptions = {});
  ~Normalizer();
  Normalizer(const Normalizer&) = delete;
  Normalizer& operator=(const Normalizer&) = delete;

  // Returns nothing if the budget was exceeded, or if the expression has no value anywhere (1/0).
  std::optional<NormalForm> normalize(ExprId id, const Budget& budget = {});
  bool same(const NormalForm& a, const NormalForm& b) const { return a.expression == b.expression; }
  // Returns whether the value is 0 wherever it is defined.
  std::optional<bool> is_zero(ExprId id, const Budget& budget = {});
  // Finds more equalities than comparing normal forms: the two are evaluated with common
  // generators.
  std::optional<bool> equal(ExprId a, ExprId b, const Budget& budget = {});
  // Returns the normal form as one fraction, in readable form.
  std::optional<ExprId> to_expression(ExprId id, const Budget& budget = {});

  Workspace& workspace() { return *workspace_; }

 private:
  std::unique_ptr<Workspace> workspace_;
};

}  // namespace noether::algebra::normal
