#include "noether/search/formula/highlight.h"

#include <algorithm>

#include "noether/formula/formula_io.h"
#include "noether/search/formula/common_subtree.h"
#include "noether/search/formula/flat_tree.h"
#include "noether/search/formula/pattern_matcher.h"

namespace noether::search {
namespace {

struct Worker {
  formula::FormulaReader reader;
  formula::Formula formula;
  FlatTree query;
  FlatTree candidate;
  PatternMatcher matcher;
  CommonSubtree common;
};

// The source of a root or a fraction ends before its last brace.
base::Span with_braces(std::string_view latex, base::Span span) {
  int depth = 0;
  for (std::uint32_t i = span.begin; i < span.end; ++i) {
    if (latex[i] == '\\') {
      ++i;
    } else if (latex[i] == '{') {
      ++depth;
    } else if (latex[i] == '}') {
      --depth;
    }
  }
  for (; depth > 0 && span.end < latex.size() && latex[span.end] == '}'; --depth) ++span.end;
  return span;
}

// Those that touch or overlap become one.
std::vector<base::Span> joined(std::vector<base::Span> spans) {
  std::ranges::sort(spans, {}, &base::Span::begin);
  std::vector<base::Span> result;
  for (const base::Span& span : spans) {
    if (span.begin >= span.end) continue;
    if (!result.empty() && span.begin <= result.back().end) {
      result.back().end = std::max(result.back().end, span.end);
    } else {
      result.push_back(span);
    }
  }
  return result;
}

// Parts that are matched in whole, as large as they are: of an operator with unmatched operands
// only the others are marked, for the tree does not say where the operator itself stands.
std::vector<std::uint16_t> whole_parts(const FlatTree& tree, const CommonSubtree& common) {
  std::vector<bool> whole(tree.size());
  for (const CommonSubtree::Pair& pair : common.pairs()) whole[pair.candidate] = pair.unified;
  for (std::size_t i = 0; i < tree.size(); ++i) {
    for_each_operand(tree.nodes(), i, [&](std::size_t operand) {
      if (!whole[operand]) whole[i] = false;
    });
  }
  std::vector<std::uint16_t> parts;
  for (std::size_t i = 0; i < tree.size(); ++i) {
    const std::uint16_t parent = tree[i].parent;
    if (whole[i] && (parent == FlatTree::kNoParent || !whole[parent])) {
      parts.push_back(static_cast<std::uint16_t>(i));
    }
  }
  return parts;
}

}  // namespace

std::vector<base::Span> highlight(const FormulaQuery& query, std::string_view latex) {
  thread_local Worker worker;
  if (!worker.reader.read(formula::Notation::Latex, latex, worker.formula)) return {};
  const formula::OperatorTree& tree = worker.formula.operators;
  if (!worker.candidate.assign(tree)) return {};
  const auto spans_of = [&](std::span<const std::uint16_t> nodes) {
    std::vector<base::Span> spans;
    for (const std::uint16_t node : nodes) {
      spans.push_back(with_braces(latex, tree.node(worker.candidate.sources()[node]).source));
    }
    return joined(std::move(spans));
  };
  for (const auto names : {PatternMatcher::Names::kept, PatternMatcher::Names::renamed}) {
    worker.matcher.assign(query, names);
    if (worker.matcher.find(worker.candidate)) return spans_of(worker.matcher.found());
    if (query.has_wildcards()) return {};
  }
  if (!worker.query.assign(query.formula().operators)) return {};
  worker.common.compare(worker.query.nodes(), worker.candidate.nodes());
  return spans_of(whole_parts(worker.candidate, worker.common));
}

}  // namespace noether::search
