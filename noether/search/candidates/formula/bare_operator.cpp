#include "noether/search/candidates/formula/bare_operator.h"

#include <algorithm>
#include <span>
#include <string>

#include "noether/formula/formula_io.h"
#include "noether/formula/symbols.h"

namespace noether::search {
namespace {

using formula::SymbolRole;

// Formulas in which the symbol is the operator, with variables for operands; none when it is no
// operator.
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

// Nodes that are neither variables nor hold several operators together.
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

}  // namespace noether::search
