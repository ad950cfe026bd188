#include "noether/search/formula/formula_query.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>

#include "noether/base/ascii.h"
#include "noether/formula/formula_io.h"
#include "noether/formula/ids.h"
#include "noether/formula/symbols.h"
#include "noether/index/analysis/formula_analyzer.h"

namespace noether::search {
namespace {

constexpr std::array<std::string_view, 8> kTextCommands = {"\\text{",   "\\textrm{", "\\textbf{",
                                                           "\\textit{", "\\mbox{",   "\\hbox{",
                                                           "\\textsf{", "\\texttt{"};

// Two bytes of UTF-8.
std::string letter_for(char name) {
  const char32_t point = name == '?'   ? 0x587
                         : name >= 'a' ? 0x561 + static_cast<char32_t>(name - 'a')
                                       : 0x531 + static_cast<char32_t>(name - 'A');
  return {static_cast<char>(0xC0 | (point >> 6)), static_cast<char>(0x80 | (point & 0x3F))};
}

// The position behind the brace that closes the one before `at`.
std::size_t skip_braces(std::string_view latex, std::size_t at) {
  for (int depth = 1; at < latex.size() && depth > 0; ++at) {
    if (latex[at] == '\\') {
      ++at;
    } else if (latex[at] == '{') {
      ++depth;
    } else if (latex[at] == '}') {
      --depth;
    }
  }
  return std::min(at, latex.size());
}

}  // namespace

WildcardLatex replace_wildcards(std::string_view latex) {
  WildcardLatex result{std::string(latex), std::string(latex), {}};
  for (std::size_t i = 0; i < latex.size();) {
    if (latex[i] == '\\') {
      std::size_t behind = i + 2;
      for (const std::string_view command : kTextCommands) {
        if (latex.substr(i).starts_with(command)) behind = skip_braces(latex, i + command.size());
      }
      i = behind;
      continue;
    }
    const char name = latex[i] == '?' && i + 1 < latex.size() ? latex[i + 1] : '\0';
    if (!base::is_letter(name) && name != '?') {
      ++i;
      continue;
    }
    result.latex.replace(i, 2, letter_for(name));
    result.other.replace(i, 2, "77");
    result.wildcards.push_back({{static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(i + 2)},
                                static_cast<char32_t>(name)});
    i += 2;
  }
  return result;
}

namespace {

using formula::SymbolRole;

// Formulas in which the symbol is the operator, with variables as operands; empty if the symbol is
// not an operator.
std::vector<std::string> examples_of(const formula::Symbol& symbol) {
  const std::string written(symbol.glyph);
  switch (symbol.role) {
    case SymbolRole::Prefix:
      if (written == "∂") return {"∂ x", "\\frac{∂ x}{∂ y}"};
      return {written + " x"};
    case SymbolRole::BigOperator:
    case SymbolRole::Integral:
    case SymbolRole::Quantifier:
      return {written + " x"};
    case SymbolRole::Function:
    case SymbolRole::LimitFunction:
      return {(symbol.command.empty() ? "\\operatorname{" + written + "}"
                                      : "\\" + std::string(symbol.command)) +
              " x"};
    case SymbolRole::Additive:
      return {"x " + written + " y", written + " x"};
    case SymbolRole::Relation:
    case SymbolRole::Connective:
      return {"x " + written + " y", "x " + written + " y " + written + " z"};
    case SymbolRole::Multiplicative:
    case SymbolRole::Logical:
      return {"x " + written + " y"};
    case SymbolRole::Postfix:
      return {"x" + written};
    default:
      return {};
  }
}

// Adds the nodes that neither are variables nor combine several operators.
void add_heads(const formula::OperatorTree& operators, std::vector<FlatNode>& heads) {
  FlatTree tree;
  if (!tree.assign(operators)) return;
  const std::span<const FlatNode> nodes = tree.nodes();
  const bool has_signs =
      std::ranges::any_of(nodes, [](const FlatNode& node) { return node.leaf && !node.symbol; });
  for (const FlatNode& node : nodes) {
    if (node.symbol || (has_signs && !node.leaf)) continue;
    heads.push_back(node);
  }
}

}  // namespace

std::vector<FlatNode> bare_operator(const formula::Formula& formula) {
  const formula::LayoutTree& layout = formula.layout;
  if (layout.empty()) return {};
  const formula::LayoutNode& root = layout.node(layout.root());
  const bool is_alone = std::ranges::all_of(
      root.links, [](formula::NodeId link) { return link == formula::kNoNode; });
  if (!is_alone) return {};
  const formula::Symbol* symbol = formula::symbol_by_glyph(layout.label(layout.root()));
  if (symbol == nullptr) return {};
  static thread_local formula::FormulaReader reader;
  std::vector<FlatNode> heads;
  formula::Formula applied;
  for (const std::string& example : examples_of(*symbol)) {
    if (!reader.read(formula::Notation::Latex, example, applied) || !applied.diagnostics.empty()) {
      continue;
    }
    add_heads(applied.operators, heads);
  }
  if (!heads.empty()) add_heads(formula.operators, heads);
  return heads;
}

namespace {

// An analyzer is expensive to make, so each thread shares one among all its queries.
index::FormulaAnalyzer& analyzer() {
  thread_local index::FormulaAnalyzer instance;
  return instance;
}

// Keeps the features that both have, with the smaller count.
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
