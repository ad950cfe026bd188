#include "noether/amr/draw/formula_inset.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "noether/amr/draw/label_width.h"
#include "noether/amr/lower_case.h"
#include "noether/formula/notation/svg.h"

namespace noether::amr {
namespace {

using Symbol = FormulaInset::Symbol;

constexpr double kSymbolGap = 9;
constexpr std::size_t kMostFaceCharacters = 16;

// MathAMR names operators as Content MathML does, and the paper's graphs as Tangent-S does.
std::optional<formula::Op> operator_named(std::string_view name) {
  if (auto op = formula::op_by_content(name, false)) return op;
  if (auto op = formula::op_by_content(name, true)) return op;
  if (auto op = formula::op_by_name(name)) return op;
  for (const std::string_view type : {"O!", "U!", "F!", "C!"}) {
    if (auto op = formula::op_by_tangent(std::string(type) + std::string(name))) return op;
  }
  return std::nullopt;
}

class InsetMaker {
 public:
  InsetMaker(const PenmanTree& tree, const MatchedParts& matched, std::size_t most_symbols)
      : tree_(tree), matched_(matched), most_symbols_(most_symbols) {}

  FormulaInset make(NodeId node, std::size_t branch) {
    add(node, branch, 0);
    for (std::size_t i = 0; i < inset_.symbols.size(); ++i) add_operands(i);
    inset_.width = formula::tidy_layout(inset_.places, kSymbolGap);
    int levels = 1;
    for (const auto& place : inset_.places) levels = std::max(levels, place.level + 1);
    inset_.height = (levels - 1) * FormulaInset::kLevelHeight + FormulaInset::kSymbolHeight;
    return std::move(inset_);
  }

 private:
  // A name that was drawn before is drawn again: the reader knows it by its letter.
  void add(NodeId parent, std::size_t index, int level) {
    const PenmanTree::Branch& branch = tree_.nodes[parent].branches[index];
    Symbol symbol;
    bool has_operands = false;
    if (branch.kind == PenmanTree::Target::Constant) {
      symbol.kind = Symbol::Kind::Number;
      symbol.face = without_quotes(branch.constant);
      symbol.is_matched = matched_.has_branch(parent, index);
    } else {
      symbol.node = branch.node;
      symbol.is_matched = matched_.has_node(branch.node);
      has_operands =
          branch.kind == PenmanTree::Target::Node && !tree_.nodes[branch.node].branches.empty();
      name(symbol, has_operands);
    }
    put(std::move(symbol), has_operands ? branch.node : kNoNode, level);
  }

  void name(Symbol& symbol, bool has_operands) {
    const PenmanTree::Node& node = tree_.nodes[symbol.node];
    const std::string concept_name = without_quotes(node.concept_name);
    const auto op = operator_named(concept_name);
    const bool is_name = !has_operands && !(op && !formula::op_info(*op).latex.empty());
    symbol.kind = is_name ? Symbol::Kind::Name : Symbol::Kind::Operator;
    symbol.face = concept_name;
    if (is_name || !op || *op == formula::Op::Call) return;
    std::string label;
    for (const PenmanTree::Branch& branch : node.branches) {
      if (is_label(branch)) label = without_quotes(branch.constant);
    }
    symbol.face = formula::operator_face(*op, label);
    // f(x) is drawn as f over x.
    if (const PenmanTree::Branch* function = applied_name(node)) {
      symbol.face = without_quotes(tree_.nodes[function->node].concept_name);
    }
  }

  static bool is_label(const PenmanTree::Branch& branch) {
    return branch.kind == PenmanTree::Target::Constant && branch.role == "label";
  }

  const PenmanTree::Branch* applied_name(const PenmanTree::Node& node) const {
    if (node.concept_name != "apply" || node.branches.empty()) return nullptr;
    const PenmanTree::Branch& first = node.branches.front();
    const bool is_name =
        first.role == "op0" && first.kind != PenmanTree::Target::Constant &&
        (first.kind == PenmanTree::Target::Reference || tree_.nodes[first.node].branches.empty());
    return is_name ? &first : nullptr;
  }

  void add_operands(std::size_t symbol) {
    const NodeId node = opened_[symbol];
    if (node == kNoNode) return;
    const PenmanTree::Node& written = tree_.nodes[node];
    const PenmanTree::Branch* function = applied_name(written);
    for (std::size_t b = 0; b < written.branches.size(); ++b) {
      if (is_label(written.branches[b]) || &written.branches[b] == function) continue;
      inset_.places[symbol].children.push_back(inset_.symbols.size());
      const int level = inset_.places[symbol].level + 1;
      if (inset_.symbols.size() >= most_symbols_) {
        put({.kind = Symbol::Kind::LeftOut, .face = "…"}, kNoNode, level);
        return;
      }
      add(node, b, level);
    }
  }

  void put(Symbol symbol, NodeId opened, int level) {
    symbol.face = cut_label(symbol.face, kMostFaceCharacters);
    const double padding = symbol.kind == Symbol::Kind::Operator ? 14 : 4;
    formula::TidyNode place;
    place.width = std::max(label_width(symbol.face, FormulaInset::kFontSize) + padding,
                           symbol.kind == Symbol::Kind::Operator ? 24.0 : 12.0);
    place.level = level;
    inset_.symbols.push_back(std::move(symbol));
    inset_.places.push_back(std::move(place));
    opened_.push_back(opened);
  }

  const PenmanTree& tree_;
  const MatchedParts& matched_;
  std::size_t most_symbols_;
  FormulaInset inset_;
  std::vector<NodeId> opened_;  // by symbol: the node whose operands are drawn below it
};

}  // namespace

FormulaInset make_inset(const PenmanTree& tree, NodeId node, std::size_t branch,
                        const MatchedParts& matched, std::size_t most_symbols) {
  return InsetMaker(tree, matched, most_symbols).make(node, branch);
}

}  // namespace noether::amr
