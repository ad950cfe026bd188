#include "noether/algebra/equivalents/equalities.h"

namespace noether::algebra {

egraph::ClassId Equalities::add(const Expressions& pool, ExprId expression) {
  classes_.resize(pool.size());
  for (const ExprId id : subexpressions(pool, expression)) {
    children_.clear();
    for (const ExprId operand : pool.operands(id)) children_.push_back(classes_[operand]);
    classes_[id] = graph_.add(pool.head(id).code, children_);
  }
  return classes_[expression];
}

}  // namespace noether::algebra
