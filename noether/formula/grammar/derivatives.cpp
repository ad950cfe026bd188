// Fractions, and those that are derivatives: \frac{d}{dx} f, \frac{\partial^2 u}{\partial x
// \partial y}.
#include <optional>

#include "noether/formula/grammar/operator_grammar.h"

namespace noether::formula {
namespace {

bool is_d(std::string_view label) { return label == "d" || label == "𝑑"; }

}  // namespace

// Reads \frac{d^n ..}{dx^n} and \frac{\partial ..}{\partial x ..}. Returns false if the fraction is
// not a derivative.
bool OperatorGrammar::derivative(Cursor& c, NodeId fraction_node, NodeId& out) {
  const NodeId over = link(fraction_node, Relation::Over);
  const NodeId under = link(fraction_node, Relation::Under);
  if (over == kNoNode || under == kNoNode || layout_->node(fraction_node).barless) return false;
  const std::string_view sign = layout_->label(over);
  const bool partial = sign == "∂";
  if (!partial && !(is_d(sign) && layout_->node(over).kind != SymbolKind::Text)) return false;
  if (layout_->label(under) != sign || layout_->node(under).next() == kNoNode) return false;
  // The denominator must be d-variable pairs and nothing else.
  std::size_t pairs = 0;
  for (NodeId id = under; id != kNoNode;) {
    if (layout_->label(id) != sign || !unscripted(id)) return false;
    const NodeId variable = layout_->node(id).next();
    if (variable == kNoNode) return false;
    const SymbolKind kind = layout_->node(variable).kind;
    if (kind != SymbolKind::Variable) return false;
    ++pairs;
    id = layout_->node(variable).next();
  }
  if (!partial && pairs != 1) return false;

  const NodeId rest = layout_->node(over).next();
  if (rest != kNoNode && layout_->node(rest).kind == SymbolKind::Operator) {
    const Symbol* symbol = symbol_by_glyph(layout_->label(rest));
    if (symbol == nullptr || symbol->role == SymbolRole::Additive ||
        symbol->role == SymbolRole::Multiplicative || symbol->role == SymbolRole::Relation) {
      return false;  // (d + 1)/dx
    }
  }
  const NodeId above = layout_->node(over).link(Relation::Above) != kNoNode
                           ? layout_->node(over).link(Relation::Above)
                           : layout_->node(over).link(Relation::Over);
  const NodeId order = above == kNoNode ? kNoNode : row(above);
  NodeId body = kNoNode;
  if (rest != kNoNode) {
    body = row(rest);
  } else if (starts_factor(c)) {
    body = product(c);  // \frac{d}{dx} acts on the term that follows
  }
  const std::size_t mark = parts_.size();
  parts_.push_back(body == kNoNode ? missing() : body);
  for (NodeId id = under; id != kNoNode;) {
    const NodeId variable = layout_->node(id).next();
    const NodeId degree = layout_->node(variable).link(Relation::Above);
    Item letter{variable, layout_->node(variable).kind, SymbolRole::Letter, nullptr, 0};
    classify(letter);
    NodeId leaf = accented(symbol_leaf(letter), variable);
    if (const NodeId below = layout_->node(variable).link(Relation::Below); below != kNoNode) {
      const NodeId subscript = row(below);
      leaf = make(Op::Subscript, leaf, subscript);
    }
    if (partial && degree != kNoNode) {
      const std::string_view count = layout_->label(degree);
      const bool small = single(degree) && count.size() == 1 && count[0] >= '2' && count[0] <= '9';
      if (small) {
        for (char n = '0'; n < count[0]; ++n) parts_.push_back(leaf);
      } else {
        const NodeId exponent = row(degree);
        parts_.push_back(make(Op::Power, leaf, exponent));
      }
    } else {
      parts_.push_back(leaf);
    }
    id = layout_->node(variable).next();
  }
  if (!partial && order != kNoNode) parts_.push_back(order);
  out = make_from(partial ? Op::PartialDerivative : Op::Derivative, "", mark, span(fraction_node));
  return true;
}

NodeId OperatorGrammar::fraction(Cursor& c) {
  const NodeId node = items_[c.at].node;
  ++c.at;
  NodeId made = kNoNode;
  if (unscripted_fraction(node) && derivative(c, node, made)) return made;
  const NodeId over = link(node, Relation::Over);
  const NodeId under = link(node, Relation::Under);
  NodeId numerator = kNoNode;
  // \int \frac{dx}{x}: the numerator ends in the differential of the integral around it.
  if (wants_differential_ && over != kNoNode) {
    NodeId before = kNoNode;
    NodeId last = over;
    NodeId before_d = kNoNode;
    while (layout_->node(last).next() != kNoNode) {
      before_d = before;
      before = last;
      last = layout_->node(last).next();
    }
    if (before != kNoNode && is_d(layout_->label(before)) && unscripted(before) &&
        layout_->node(last).kind == SymbolKind::Variable && found_differential_ == kNoNode) {
      const std::size_t mark = items_.size();
      const Cursor all = collect(over);
      Cursor letter{all.end - 1, all.end};
      const NodeId variable = scripted(letter);
      wants_differential_ = false;
      numerator =
          before_d == kNoNode ? tree_->add_leaf(Op::Number, "1") : phrase({all.at, all.end - 2});
      items_.resize(mark);
      found_differential_ = variable;
    }
  }
  const bool wanted = wants_differential_;
  wants_differential_ = false;
  const NodeId found = found_differential_;
  if (numerator == kNoNode) numerator = over == kNoNode ? missing() : row(over);
  const NodeId denominator = under == kNoNode ? missing() : row(under);
  found_differential_ = found;
  wants_differential_ = wanted && found == kNoNode;
  made = make(layout_->node(node).barless ? Op::Over : Op::Divide, numerator, denominator);
  tree_->set_source(made, span(node));
  if (const NodeId above = link(node, Relation::Above); above != kNoNode) {
    made = superscripted(made, above);
  }
  if (const NodeId below = link(node, Relation::Below); below != kNoNode) {
    const NodeId subscript = row(below);
    made = make(Op::Subscript, made, subscript);
  }
  return postfix(made, c);
}

}  // namespace noether::formula
