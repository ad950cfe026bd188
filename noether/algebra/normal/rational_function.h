// Normal forms: equality of expressions by computing with rational functions of atoms.
//
// What it decides: arithmetic, whole and broken powers, exponentials and logarithms, circular and
// hyperbolic functions of sums and multiples of angles, absolute values, and whatever stands as
// operand of a function it knows nothing about.
//
// `equal` proves that two expressions have the same value wherever both are defined, in the chosen
// field and under the assumptions; it says nothing of their domains: see domain.h. A `false` is not
// a refutation.
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

// Remembers what it has normalised; keep one for many questions about one pool.
class Normalizer {
 public:
  // Field::Automatic is the real field.
  Normalizer(Expressions& pool, Field field, const Assumptions& assumptions = {});
  ~Normalizer();
  Normalizer(const Normalizer&) = delete;
  Normalizer& operator=(const Normalizer&) = delete;

  // None when the budget was not enough, or when the expression has no value anywhere (1/0).
  std::optional<NormalForm> normalize(ExprId id, const Budget& budget = {});
  bool same(const NormalForm& a, const NormalForm& b) const { return a.expression == b.expression; }
  // Whether the value is 0 wherever it is defined.
  std::optional<bool> is_zero(ExprId id, const Budget& budget = {});
  // Finds more equal than comparing normal forms: the two are evaluated with common generators.
  std::optional<bool> equal(ExprId a, ExprId b, const Budget& budget = {});
  // The normal form written to be read: one fraction.
  std::optional<ExprId> to_expression(ExprId id, const Budget& budget = {});

  Workspace& workspace() { return *workspace_; }

 private:
  std::unique_ptr<Workspace> workspace_;
};

}  // namespace noether::algebra::normal
