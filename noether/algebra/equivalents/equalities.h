// A set of expressions and everything the rules know to be equal to them.
#pragma once

#include <vector>

#include "noether/algebra/equivalents/algebra_analysis.h"
#include "noether/algebra/expression/expression.h"
#include "noether/egraph/saturate.h"

namespace noether::algebra {

class Equalities {
 public:
  // Both must outlive this; expressions that are added share the vocabulary.
  Equalities(Vocabulary& vocabulary, const RuleBook& book, bool with_proofs = false)
      : book_(&book),
        graph_(AlgebraAnalysis(vocabulary, book), with_proofs),
        saturator_(book.rules()) {}

  // Assumptions about variables; to be made before the variable is added.
  FactMaker& facts() { return graph_.analysis().facts(); }

  egraph::ClassId add(const Expressions& pool, ExprId expression);
  egraph::SaturationReport saturate(const egraph::SaturationOptions& options = {}) {
    return saturator_.run(graph_, options);
  }
  bool equal(egraph::ClassId a, egraph::ClassId b) const {
    return graph_.find(a) == graph_.find(b);
  }

  AlgebraGraph& graph() { return graph_; }
  const AlgebraGraph& graph() const { return graph_; }
  const RuleBook& book() const { return *book_; }

  // Empty again, with the memory it has; assumptions stay.
  void clear() { graph_.clear(); }

 private:
  const RuleBook* book_;
  AlgebraGraph graph_;
  egraph::Saturator saturator_;
  std::vector<egraph::ClassId> classes_;  // by expression, while one is added
  std::vector<egraph::ClassId> children_;
};

}  // namespace noether::algebra
