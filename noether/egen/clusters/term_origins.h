// The rules that a term is known to need: those that made its nodes in the e-graph.
//
// A node is made once, by the rule that first came to it, or is part of the initial expression. So
// the rules found are part of a derivation that the e-graph has; others lead to the same term.
#pragma once

#include <cstdint>
#include <vector>

#include "noether/algebra/equivalents/algebra_analysis.h"
#include "noether/egraph/terms/term.h"

namespace noether::egen {

using RuleNumbers = std::vector<std::uint16_t>;

// Keeps its buffers from one term to the next.
class TermOrigins {
 public:
  // The graph must outlive this, and not change.
  explicit TermOrigins(const algebra::AlgebraGraph& graph) : graph_(graph) {}

  // Ascending. A part that is not in the graph has no say.
  void find(const egraph::Term& term, RuleNumbers& rules);

 private:
  egraph::NodeId node_of(egraph::Symbol symbol);  // applied to children_; kNoId when there is none
  egraph::NodeId fraction(algebra::Head numerator, algebra::Head denominator) const;

  const algebra::AlgebraGraph& graph_;
  // Operands that wait for their operator, the first one last; kNoId for what the graph has not.
  std::vector<egraph::ClassId> done_;
  std::vector<egraph::ClassId> children_;
};

}  // namespace noether::egen
