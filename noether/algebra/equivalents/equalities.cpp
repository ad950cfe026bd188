#include "noether/algebra/equivalents/equalities.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

#include "noether/algebra/expression/fold.h"

namespace noether::algebra {
namespace {

using egraph::ClassId;
using egraph::NodeView;

// Bounds are computed in many ways and differ in their last digits. Parents are notified only of a
// difference that a condition could notice.
bool moved(double from, double to) {
  if (from == to) return false;
  if (std::isinf(from) || std::isinf(to)) return true;
  if ((from > 0) != (to > 0) || (from < 0) != (to < 0)) return true;
  return std::abs(from - to) > 0.01 * std::max(std::abs(from), std::abs(to));
}

bool says_more(const Facts& before, const Facts& after) {
  const Range& a = before.range;
  const Range& b = after.range;
  return before.leaf != after.leaf || before.real != after.real ||
         before.variables != after.variables || a.defined != b.defined || a.nonzero != b.nonzero ||
         a.integer != b.integer || moved(a.lo, b.lo) || moved(a.hi, b.hi);
}

}  // namespace

Facts AlgebraAnalysis::make(const AlgebraGraph& graph, const NodeView& node) const {
  const std::size_t count = node.children.size();
  std::array<const Facts*, 4> few;
  if (count <= few.size()) {
    std::ranges::transform(node.children, few.begin(), [&](ClassId c) { return &graph.data(c); });
    return maker_.of(Head(node.symbol), std::span(few).first(count));
  }
  std::vector<const Facts*> many(count);
  std::ranges::transform(node.children, many.begin(), [&](ClassId c) { return &graph.data(c); });
  return maker_.of(Head(node.symbol), many);
}

bool AlgebraAnalysis::compatible(const Facts& a, const Facts& b) const {
  return join(a, b, !book_->choice().widening, joined_);
}

egraph::MergeChange AlgebraAnalysis::merge(Facts& into, const Facts& from) const {
  const egraph::MergeChange change{says_more(into, joined_), says_more(from, joined_)};
  into = joined_;
  return change;
}

void AlgebraAnalysis::modify(AlgebraGraph& graph, ClassId id) const {
  const Facts& facts = graph.data(id);
  if (!facts.is_number()) return;
  const Head number = facts.leaf;
  const auto known = graph.lookup(number.code, {});
  if (!known || graph.find(*known) != graph.find(id)) {
    // Unite the number with the exact term that folds to it, so that the step can be checked.
    Head folded;
    std::array<Head, 2> operands;
    std::size_t count = 0;
    graph.for_each_node(id, [&](egraph::NodeId, const NodeView& node) {
      if (count != 0 || node.is_leaf() || node.children.size() > operands.size()) return;
      if (!std::ranges::all_of(node.children,
                               [&](ClassId c) { return graph.data(c).is_number(); })) {
        return;
      }
      folded = Head(node.symbol);
      for (const ClassId child : node.children) operands[count++] = graph.data(child).leaf;
    });
    ClassId term = id;
    if (count != 0) {
      std::array<ClassId, 2> children;
      for (std::size_t i = 0; i < count; ++i) children[i] = graph.add(operands[i].code, {});
      term = graph.add(folded.code, std::span<const ClassId>(children).first(count));
    }
    graph.unite(term, graph.add(number.code, {}), egraph::Reason::analysis(kFoldTag));
  }
  graph.prune_to_leaves(id);
}

bool AlgebraAnalysis::holds(const AlgebraGraph& graph, std::uint32_t condition,
                            std::span<const ClassId> bindings) const {
  std::array<const Facts*, 16> few;
  if (bindings.size() > few.size()) return false;
  std::ranges::transform(bindings, few.begin(), [&](ClassId c) { return &graph.data(c); });
  return book_->holds(condition, maker_, std::span(few).first(bindings.size()));
}

bool folds_to(Vocabulary& vocabulary, Head head, std::span<const Head> numbers, Head value) {
  if (value.op() != Op::Number || numbers.empty() || numbers.size() > 2) return false;
  if (!std::ranges::all_of(numbers, [](Head h) { return h.op() == Op::Number; })) return false;
  std::array<const Rational*, 2> values;
  std::ranges::transform(numbers, values.begin(), [&](Head h) { return &vocabulary.value(h); });
  const auto folded = fold(head.op(), std::span(values).first(numbers.size()));
  return folded && *folded == vocabulary.value(value);
}

egraph::ClassId Equalities::add(const Expressions& pool, ExprId expression) {
  classes_.resize(pool.size());
  for (const ExprId id : subexpressions(pool, expression)) {
    children_.clear();
    for (const ExprId operand : pool.operands(id)) children_.push_back(classes_[operand]);
    classes_[id] = graph_.add(pool.head(id).code, children_);
  }
  return classes_[expression];
}

Range range_of_constant(const Expressions& pool, ExprId constant) {
  std::unordered_map<ExprId, Range> ranges;
  std::vector<Range> operands;
  for (const ExprId id : subexpressions(pool, constant)) {
    operands.clear();
    for (const ExprId operand : pool.operands(id)) operands.push_back(ranges[operand]);
    ranges[id] = pool.is_number(id) ? range_of(pool.value(id)) : range_of(pool.op(id), operands);
  }
  return ranges[constant];
}

std::vector<std::pair<Head, Range>> assumed_ranges(const Expressions& pool,
                                                   const Assumptions& assumptions) {
  std::vector<std::pair<Head, Range>> ranges;
  for (const VariableAssumption& assumed : assumptions.variables) {
    if (assumed.kind == VariableAssumption::Kind::Complex) continue;
    Range range = everything();
    bool nonzero = false;
    if (assumed.lower != kNoExpr) {
      range.lo = range_of_constant(pool, assumed.lower).lo;
      nonzero = nonzero || (range.lo == 0 && assumed.lower_open);
    }
    if (assumed.upper != kNoExpr) {
      range.hi = range_of_constant(pool, assumed.upper).hi;
      nonzero = nonzero || (range.hi == 0 && assumed.upper_open);
    }
    const bool integer = assumed.kind == VariableAssumption::Kind::Integer;
    ranges.emplace_back(assumed.variable,
                        make_range(range.lo, range.hi, Defined::Always, nonzero, integer));
  }
  return ranges;
}

}  // namespace noether::algebra
