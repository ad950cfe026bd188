#include "noether/amr/draw/graph_cards.h"

#include <algorithm>
#include <ranges>
#include <utility>

#include "noether/amr/draw/label_width.h"
#include "noether/amr/lower_case.h"
#include "noether/amr/mathamr/formula_splice.h"
#include "noether/base/ascii.h"
#include "noether/formula/notation/svg.h"

namespace noether::amr {
namespace {

using Symbol = FormulaInset::Symbol;

constexpr double kSymbolGap = 9;
constexpr std::size_t kMostFaceCharacters = 16;

// MathAMR names operators as Content MathML does; the paper's graphs name them as Tangent-S does.
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
  // A repeated name is drawn again, because the reader recognises its letter.
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

namespace {

constexpr std::size_t kMostLabelCharacters = 30;
constexpr std::size_t kMostRoleCharacters = 16;
constexpr std::size_t kMostLines = 8;

// Where the sense of a concept begins: at the hyphen of `want-01`; `x-1` has no sense.
std::size_t sense_begin(std::string_view name) {
  const std::size_t hyphen = name.rfind('-');
  const bool has_sense = hyphen != std::string_view::npos && hyphen > 0 &&
                         name.size() - hyphen == 3 &&
                         std::ranges::all_of(name.substr(hyphen + 1), base::is_digit);
  return has_sense ? hyphen : name.size();
}

class CardMaker {
 public:
  CardMaker(const PenmanTree& tree, const MatchedParts& matched) : tree_(tree), matched_(matched) {}

  // Makes cards level by level, so that the lowest parts of a large graph are left out.
  std::vector<Card> make() {
    if (!tree_.nodes.empty()) add(0, Card::Kind::Thing, {}, false);
    for (std::size_t i = 0; i < cards_.size(); ++i) {
      const bool is_open = cards_[i].kind != Card::Kind::Reference &&  //
                           cards_[i].kind != Card::Kind::LeftOut;
      if (is_open) add_branches(i, cards_[i].node);
      measure(cards_[i]);
    }
    return std::move(cards_);
  }

 private:
  void add(NodeId node, Card::Kind kind, std::string_view role, bool role_is_matched) {
    ++drawn_;
    Card card;
    card.kind = kind;
    card.node = node;
    if (const auto meant = formula_again(node)) {
      card.kind = Card::Kind::Reference;
      card.node = *meant;
    }
    card.role = cut_label(role, kMostRoleCharacters);
    card.role_is_matched = role_is_matched;
    if (kind == Card::Kind::LeftOut) {
      card.kind = kind;
      card.label = "…";
    } else {
      name(card);
    }
    cards_.push_back(std::move(card));
  }

  void name(Card& card) const {
    const PenmanTree::Node& node = tree_.nodes[card.node];
    std::string whole = without_quotes(node.concept_name);
    if (whole.empty()) whole = node.variable;
    const std::size_t sense = sense_begin(whole);
    card.label = cut_label(std::string_view(whole).substr(0, sense), kMostLabelCharacters);
    card.sense = whole.substr(sense);
    card.is_matched = matched_.has_node(card.node);
    if (card.kind == Card::Kind::Reference) return name_reference(card);
    const std::string lowered = lower_case(whole);
    if (lowered == "amr-unknown" || lowered == "amr-choice") {
      card.kind = Card::Kind::Unknown;
    } else if (lowered == "formula" || formula_id_of(lowered)) {
      card.kind = Card::Kind::Formula;
    } else if (!card.sense.empty()) {
      card.kind = Card::Kind::Predicate;
    }
  }

  // Shows the symbol for a reference to a formula of one symbol.
  void name_reference(Card& card) const {
    NodeId formula = card.node;
    for (const PenmanTree::Branch& branch : tree_.nodes[card.node].branches) {
      if (is_carried(card.node, branch)) formula = branch.node;
    }
    const auto& branches = tree_.nodes[formula].branches;
    for (std::size_t b = 0; b < branches.size(); ++b) {
      const PenmanTree::Branch& branch = branches[b];
      if (!leads_to_operators(formula, branch)) continue;
      const bool is_value = branch.kind == PenmanTree::Target::Constant;
      if (!is_value && !tree_.nodes[branch.node].branches.empty()) return;
      card.label = cut_label(
          without_quotes(is_value ? branch.constant : tree_.nodes[branch.node].concept_name),
          kMostLabelCharacters);
      card.is_symbol = true;
      card.is_matched = is_value ? matched_.has_branch(formula, b) : matched_.has_node(branch.node);
    }
  }

  bool is_carried(NodeId carrier, const PenmanTree::Branch& branch) const {
    return tree_.nodes[carrier].concept_name == "string-entity" && branch.role == "math" &&
           branch.kind != PenmanTree::Target::Constant &&
           tree_.nodes[branch.node].concept_name == "formula";
  }

  // The formula to which a node only refers.
  std::optional<NodeId> formula_again(NodeId node) const {
    const auto& branches = tree_.nodes[node].branches;
    const bool is_again = branches.size() == 1 && is_carried(node, branches.front()) &&
                          branches.front().kind == PenmanTree::Target::Reference;
    return is_again ? std::optional(branches.front().node) : std::nullopt;
  }

  void add_branches(std::size_t index, NodeId node) {
    const auto& branches = tree_.nodes[node].branches;
    for (std::size_t b = 0; b < branches.size(); ++b) {
      const PenmanTree::Branch& branch = branches[b];
      const bool is_matched = matched_.has_branch(node, b);
      if (leads_to_operators(node, branch)) {
        add_inset(cards_[index], node, b);
      } else if (is_carried(node, branch) && branch.kind == PenmanTree::Target::Node) {
        Card& card = cards_[index];
        card.kind = Card::Kind::Formula;
        card.carrier = card.node;
        card.node = branch.node;
        card.label = "formula";
        card.is_matched = matched_.has_node(card.node);
        add_branches(index, card.node);
      } else if (branch.kind == PenmanTree::Target::Constant) {
        add_value(cards_[index], branch, is_matched);
      } else if (is_plain_name(branch)) {
        add_name(cards_[index], branch, is_matched);
      } else {
        const bool is_cut = drawn_ >= kMaxDrawnNodes;
        cards_[index].children.push_back(cards_.size());
        const auto kind = is_cut                                         ? Card::Kind::LeftOut
                          : branch.kind == PenmanTree::Target::Reference ? Card::Kind::Reference
                                                                         : Card::Kind::Thing;
        add(branch.node, kind, is_cut ? std::string_view() : branch.role, is_matched);
        if (is_cut) return;
      }
    }
  }

  // Adds the picture of a formula. The card is marked only if the whole formula is in both graphs,
  // because almost all graphs have a formula.
  void add_inset(Card& card, NodeId node, std::size_t branch) {
    if (card.inset || drawn_ >= kMaxDrawnNodes) return;
    FormulaInset inset = make_inset(tree_, node, branch, matched_, kMaxDrawnNodes - drawn_);
    drawn_ += inset.symbols.size();
    card.kind = Card::Kind::Formula;
    card.is_matched = std::ranges::all_of(inset.symbols, &FormulaInset::Symbol::is_matched);
    if (inset.symbols.size() > 1) {
      card.inset = std::move(inset);
      return;
    }
    card.label = inset.symbols.front().face;
    card.name = inset.symbols.front().node;
    card.is_symbol = true;
  }

  // Whether the branch is `:opt` of a formula, or `:math` in the paper's graphs.
  bool leads_to_operators(NodeId node, const PenmanTree::Branch& branch) const {
    const std::string role = lower_case(branch.role);
    if (role == "opt") return tree_.nodes[node].concept_name == "formula";
    if (role != "math" || branch.kind == PenmanTree::Target::Constant) return false;
    return tree_.nodes[branch.node].concept_name != "formula";
  }

  void add_value(Card& card, const PenmanTree::Branch& branch, bool is_matched) const {
    const std::string role = lower_case(branch.role);
    const std::string value = without_quotes(branch.constant);
    if (role == "queried") card.is_queried = true;
    if (role == "queried" || role == "layout" || value == "MATH") return;
    if (formula_id_of(value)) card.kind = Card::Kind::Formula;
    const bool is_negation = role == "polarity" && value == "-";
    put_line(card, {branch.role, is_negation ? "−" : value, is_negation, is_matched});
  }

  bool is_plain_name(const PenmanTree::Branch& branch) const {
    if (lower_case(branch.role) != "name" || branch.kind != PenmanTree::Target::Node) return false;
    const PenmanTree::Node& node = tree_.nodes[branch.node];
    // MathAMR connects a name among the words with that of a formula.
    return node.concept_name == "name" && !node.branches.empty() &&
           node.branches.front().kind == PenmanTree::Target::Constant &&
           std::ranges::all_of(node.branches, [&](const PenmanTree::Branch& part) {
             return part.kind == PenmanTree::Target::Constant ||
                    (part.role == "math" && tree_.nodes[part.node].branches.empty());
           });
  }

  void add_name(Card& card, const PenmanTree::Branch& branch, bool is_matched) const {
    const auto& parts = tree_.nodes[branch.node].branches;
    std::string whole;
    for (std::size_t p = 0; p < parts.size(); ++p) {
      if (parts[p].kind != PenmanTree::Target::Constant) continue;
      if (p > 0) whole += ' ';
      whole += without_quotes(parts[p].constant);
      is_matched = is_matched && matched_.has_branch(branch.node, p);
    }
    if (formula_id_of(whole)) card.kind = Card::Kind::Formula;
    put_line(card, {branch.role, "“" + whole + "”", false, is_matched});
  }

  static void put_line(Card& card, Card::Line line) {
    if (card.lines.size() > kMostLines) return;
    if (card.lines.size() == kMostLines) line = {"", "…"};
    line.role = cut_label(line.role, kMostRoleCharacters);
    line.value = cut_label(line.value, kMostLabelCharacters);
    card.lines.push_back(std::move(line));
  }

  static void measure(Card& card) {
    double inner = label_width(card.label, Card::kFontSize) +
                   label_width(card.sense, Card::kRoleFontSize) + (card.is_queried ? 20 : 0);
    for (const Card::Line& line : card.lines) {
      inner = std::max(inner, label_width(line.role + " " + line.value, Card::kLineFontSize) + 2);
    }
    card.height = Card::kHeadHeight + Card::kLineHeight * static_cast<double>(card.lines.size()) +
                  (card.lines.empty() ? 0 : 3);
    if (card.inset) {
      inner = std::max(inner, card.inset->width);
      card.height += card.inset->height + Card::kPadding;
    }
    card.width = std::max(inner + 2 * Card::kPadding, Card::kHeadHeight);
    if (!card.role.empty()) card.role_width = label_width(card.role, Card::kRoleFontSize) + 12;
  }

  const PenmanTree& tree_;
  const MatchedParts& matched_;
  std::vector<Card> cards_;
  std::size_t drawn_ = 0;
};

}  // namespace

std::vector<Card> make_cards(const PenmanTree& tree, const MatchedParts& matched) {
  return CardMaker(tree, matched).make();
}

}  // namespace noether::amr
