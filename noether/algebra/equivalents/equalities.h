// A set of expressions, with all expressions that the rules find equal to them.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "noether/algebra/expression/assumptions.h"
#include "noether/algebra/expression/expression.h"
#include "noether/algebra/numeric/ranges/range.h"
#include "noether/algebra/rules/facts.h"
#include "noether/algebra/rules/rule_book.h"
#include "noether/egraph/egraph.h"
#include "noether/egraph/saturate.h"

namespace noether::algebra {

// Algebra as an analysis of e-graphs: facts about classes, numbers that fold, and the guard.
class AlgebraAnalysis;
using AlgebraGraph = egraph::EGraph<AlgebraAnalysis>;

class AlgebraAnalysis {
 public:
  using Data = Facts;
  // The tag of the only equality that this analysis adds by itself: an operator on numbers folds.
  static constexpr std::uint32_t kFoldTag = 0;

  AlgebraAnalysis(Vocabulary& vocabulary, const RuleBook& book)
      : maker_(vocabulary, book.choice().complex), book_(&book) {}

  Facts make(const AlgebraGraph& graph, const egraph::NodeView& node) const;
  bool compatible(const Facts& a, const Facts& b) const;
  egraph::MergeChange merge(Facts& into, const Facts& from) const;
  void modify(AlgebraGraph& graph, egraph::ClassId id) const;
  bool holds(const AlgebraGraph& graph, std::uint32_t condition,
             std::span<const egraph::ClassId> bindings) const;

  FactMaker& facts() { return maker_; }
  const FactMaker& facts() const { return maker_; }

 private:
  FactMaker maker_;
  const RuleBook* book_;
  // The joined facts of the two sides that the guard checked last: the graph merges them
  // immediately afterwards.
  mutable Facts joined_;
};

// Checks an analysis step of a proof: the operator of `term` applied to plain numbers is `value`.
bool folds_to(Vocabulary& vocabulary, Head head, std::span<const Head> numbers, Head value);

class Equalities {
 public:
  // Both must outlive this; added expressions share the vocabulary.
  Equalities(Vocabulary& vocabulary, const RuleBook& book, bool with_proofs = false)
      : book_(&book),
        graph_(AlgebraAnalysis(vocabulary, book), with_proofs),
        saturator_(book.rules()) {}

  // Assumptions about variables; make them before the variable is added.
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

  // Clears the graph but keeps its memory; assumptions remain.
  void clear() { graph_.clear(); }

 private:
  const RuleBook* book_;
  AlgebraGraph graph_;
  egraph::Saturator saturator_;
  std::vector<egraph::ClassId> classes_;  // by expression, while one is added
  std::vector<egraph::ClassId> children_;
};

// Assumptions about variables as ranges, from which facts are derived.
//
// The range of a constant expression; everything if it has variables or unknown functions.
Range range_of_constant(const Expressions& pool, ExprId constant);
// Contains only variables that are assumed to be real.
std::vector<std::pair<Head, Range>> assumed_ranges(const Expressions& pool,
                                                   const Assumptions& assumptions);

}  // namespace noether::algebra
