#include "noether/search/candidates/formula/formula_query.h"

#include <algorithm>
#include <span>

#include "noether/formula/ids.h"
#include "noether/index/analysis/formula_analyzer.h"

namespace noether::search {
namespace {

// Not cheap to make, and the same for all queries of a thread.
index::FormulaAnalyzer& analyzer() {
  thread_local index::FormulaAnalyzer instance;
  return instance;
}

// Of features that both have, the smaller count.
void keep_common(std::vector<index::FeatureCount>& features,
                 std::span<const index::FeatureCount> others) {
  std::vector<index::FeatureCount> sorted(others.begin(), others.end());
  std::ranges::sort(sorted, {}, &index::FeatureCount::key);
  std::erase_if(features, [&](index::FeatureCount& feature) {
    const auto found = std::ranges::lower_bound(sorted, feature.key, {}, &index::FeatureCount::key);
    if (found == sorted.end() || found->key != feature.key) return true;
    feature.count = std::min(feature.count, found->count);
    return false;
  });
}

}  // namespace

char32_t FormulaQuery::wildcard(formula::NodeId node) const {
  const formula::Op op = formula_.operators.op(node);
  if (wildcards_.empty() || (op != formula::Op::Variable && op != formula::Op::Call)) return 0;
  const std::uint32_t begin = formula_.operators.node(node).source.begin;
  const auto found =
      std::ranges::find(wildcards_, begin, [](const auto& w) { return w.span.begin; });
  return found == wildcards_.end() ? 0 : found->name;
}

base::Result<FormulaQuery> FormulaQuery::read(std::string_view latex) {
  FormulaQuery query;
  query.latex_ = latex;
  WildcardLatex replaced = replace_wildcards(latex);
  query.wildcards_ = std::move(replaced.wildcards);
  query.formula_ = analyzer().read(replaced.latex);
  const formula::OperatorTree& tree = query.formula_.operators;
  const base::Span whole{0, static_cast<std::uint32_t>(latex.size())};
  const auto root_is = [&](formula::Op op) { return tree.op(tree.root()) == op; };
  if (tree.empty() || root_is(formula::Op::Error) || root_is(formula::Op::Missing)) {
    const auto& problems = query.formula_.diagnostics;
    if (!problems.empty()) return std::unexpected(problems.front());
    return base::fail("there is no formula here", whole, "write LaTeX, e.g. \\frac{a}{b}");
  }
  if (query.wildcard(tree.root()) != 0) {
    return base::fail("a wildcard alone matches every formula", whole,
                      "add something to it, e.g. ?a^2");
  }

  query.paths_ = analyzer().paths(tree);
  const auto tuples = analyzer().tuples(query.formula_.layout);
  query.tuples_.assign(tuples.begin(), tuples.end());
  if (query.has_wildcards()) {
    std::erase_if(query.paths_.prefixes, [&](const index::PathPrefix& prefix) {
      return query.wildcard(query.paths_.leaves[prefix.leaf].node) != 0;
    });
    keep_common(query.tuples_, analyzer().tuples(analyzer().read(replaced.other).layout));
    return query;
  }
  const auto identity = [&](index::Identity which) -> base::Digest& {
    return query.identities_[static_cast<std::size_t>(which)];
  };
  identity(index::Identity::Structure) = formula::structural_id(tree);
  identity(index::Identity::Renaming) = formula::alpha_id(tree);
  identity(index::Identity::Drawing) = formula::visual_id(query.formula_.layout);
  identity(index::Identity::Meaning) = analyzer().meaning(tree);
  return query;
}

}  // namespace noether::search
