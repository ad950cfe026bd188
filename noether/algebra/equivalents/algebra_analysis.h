// Algebra as an analysis of e-graphs: facts about classes, numbers that fold, and the guard.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "noether/algebra/rules/facts.h"
#include "noether/algebra/rules/rule_book.h"
#include "noether/egraph/egraph.h"

namespace noether::algebra {

class AlgebraAnalysis;
using AlgebraGraph = egraph::EGraph<AlgebraAnalysis>;

class AlgebraAnalysis {
 public:
  using Data = Facts;
  // The tag of the one equality this analysis claims by itself: numbers under an operator fold.
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
  // What the guard found the two sides to say together: the graph merges them right after asking.
  mutable Facts joined_;
};

// Whether an analysis step of a proof is right: the operator of `term` at plain numbers is `value`.
bool folds_to(Vocabulary& vocabulary, Head head, std::span<const Head> numbers, Head value);

}  // namespace noether::algebra
