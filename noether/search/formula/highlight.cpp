#include "noether/search/formula/highlight.h"

#include <algorithm>

#include "noether/base/ascii.h"
#include "noether/formula/formula_io.h"
#include "noether/formula/latex/source_wholes.h"
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

// Whether a bracket or brace at `at` opens (1) or closes (-1). Moves `at` behind the token there. A
// command is skipped as a whole; \{ and \} are drawn brackets.
int bracket_at(std::string_view latex, std::size_t& at) {
  const char c = latex[at++];
  if (c == '\\') {
    if (at == latex.size()) return 0;
    const char next = latex[at];
    if (next == '{' || next == '}') {
      ++at;
      return next == '{' ? 1 : -1;
    }
    do ++at;
    while (at < latex.size() && base::is_letter(latex[at - 1]) && base::is_letter(latex[at]));
    return 0;
  }
  if (c == '(' || c == '[' || c == '{') return 1;
  return c == ')' || c == ']' || c == '}' ? -1 : 0;
}

// The beginning of \left or a similar command that ends at `end`; `end` itself if there is none.
std::size_t begin_of_size(std::string_view latex, std::size_t end) {
  std::size_t begin = end;
  while (begin > 0 && base::is_letter(latex[begin - 1])) --begin;
  if (begin == 0 || latex[begin - 1] != '\\') return end;
  const std::string_view name = latex.substr(begin, end - begin);
  return name == "left" || name.starts_with("big") || name.starts_with("Big") ? begin - 1 : end;
}

// The source of an operator is the hull of its operands: for (x+1)^2 it begins behind the bracket,
// and for a root or a fraction it ends before the last brace. This function extends the span so
// that every bracket has its partner again, and no further.
base::Span with_brackets(std::string_view latex, base::Span span) {
  int open = 0;
  int missing = 0;  // brackets that are opened before the span
  for (std::size_t at = span.begin; at < span.end;) {
    open += bracket_at(latex, at);
    if (open < 0) {
      open = 0;
      ++missing;
    }
  }
  for (std::size_t at = span.end; open > 0 && at < latex.size();) {
    open += bracket_at(latex, at);
    span.end = static_cast<std::uint32_t>(at);
  }
  if (missing == 0) return span;
  std::vector<std::size_t> openers;  // those that are still open where the span begins
  for (std::size_t at = 0; at < span.begin;) {
    const std::size_t begin = at;
    const int bracket = bracket_at(latex, at);
    if (bracket > 0) openers.push_back(begin);
    if (bracket < 0 && !openers.empty()) openers.pop_back();
  }
  const auto needed = std::min<std::size_t>(static_cast<std::size_t>(missing), openers.size());
  if (needed > 0) {
    span.begin = static_cast<std::uint32_t>(begin_of_size(latex, openers[openers.size() - needed]));
  }
  return span;
}

bool by_begin(const base::Span& a, const base::Span& b) {
  return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
}

// Pieces that can be marked, around the spans. Those that overlap become one; so do those that
// touch if that marks nothing more.
std::vector<base::Span> marks_around(std::string_view latex, std::vector<base::Span> spans) {
  const formula::SourceWholes wholes(latex);
  std::erase_if(spans, [](const base::Span& span) { return span.begin >= span.end; });
  for (base::Span& span : spans) span = wholes.around(span);
  std::ranges::sort(spans, by_begin);
  std::vector<base::Span> marks;
  for (base::Span span : spans) {
    while (!marks.empty() && span.begin <= marks.back().end) {
      const base::Span both{std::min(marks.back().begin, span.begin),
                            std::max(marks.back().end, span.end)};
      const base::Span whole = wholes.around(both);
      if (span.begin == marks.back().end && whole != both) break;
      span = whole;
      marks.pop_back();
    }
    marks.push_back(span);
  }
  return marks;
}

// The largest parts that are matched completely. If an operand of an operator is unmatched, only
// the matched operands are marked, because the tree does not contain the position of the operator
// itself.
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
      spans.push_back(with_brackets(latex, tree.node(worker.candidate.sources()[node]).source));
    }
    return marks_around(latex, std::move(spans));
  };
  for (const auto names : {PatternMatcher::Names::Kept, PatternMatcher::Names::Renamed}) {
    worker.matcher.assign(query, names);
    if (worker.matcher.find(worker.candidate)) return spans_of(worker.matcher.found());
    if (query.has_wildcards()) return {};
  }
  if (!worker.query.assign(query.formula().operators)) return {};
  worker.common.compare(worker.query.nodes(), worker.candidate.nodes());
  return spans_of(whole_parts(worker.candidate, worker.common));
}

std::vector<base::Span> matched_parts(const FormulaQuery& query, Sameness sameness,
                                      std::string_view latex) {
  if (sameness == Sameness::None) return highlight(query, latex);
  return {{0, static_cast<std::uint32_t>(latex.size())}};
}

}  // namespace noether::search
