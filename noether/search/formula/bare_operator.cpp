#include "noether/search/formula/bare_operator.h"

#include <algorithm>
#include <string>

#include "noether/formula/formula_io.h"
#include "noether/formula/symbols.h"

namespace noether::search {
namespace {

using formula::SymbolRole;

// A formula in which the symbol is the operator; empty when it is none.
std::string example_of(const formula::Symbol& symbol) {
  const std::string written(symbol.glyph);
  switch (symbol.role) {
    case SymbolRole::BigOperator:
    case SymbolRole::Integral:
    case SymbolRole::Prefix:
    case SymbolRole::Quantifier:
      return written + " x";
    case SymbolRole::Function:
    case SymbolRole::LimitFunction:
      return (symbol.command.empty() ? "\\operatorname{" + written + "}"
                                     : "\\" + std::string(symbol.command)) +
             " x";
    case SymbolRole::Additive:
    case SymbolRole::Multiplicative:
    case SymbolRole::Relation:
    case SymbolRole::Connective:
    case SymbolRole::Logical:
      return "x " + written + " y";
    case SymbolRole::Postfix:
      return "x" + written;
    default:
      return {};
  }
}

}  // namespace

std::optional<FlatNode> bare_operator(const formula::Formula& formula) {
  const formula::LayoutTree& layout = formula.layout;
  if (layout.empty()) return std::nullopt;
  const formula::LayoutNode& root = layout.node(layout.root());
  const bool is_alone = std::ranges::all_of(
      root.links, [](formula::NodeId link) { return link == formula::kNoNode; });
  if (!is_alone) return std::nullopt;
  const formula::Symbol* symbol = formula::symbol_by_glyph(layout.label(layout.root()));
  if (symbol == nullptr) return std::nullopt;
  const std::string example = example_of(*symbol);
  if (example.empty()) return std::nullopt;
  static thread_local formula::FormulaReader reader;
  formula::Formula applied;
  FlatTree tree;
  if (!reader.read(formula::Notation::Latex, example, applied) || !applied.diagnostics.empty() ||
      !tree.assign(applied.operators) || tree.root().leaf) {
    return std::nullopt;
  }
  return tree.root();
}

}  // namespace noether::search
