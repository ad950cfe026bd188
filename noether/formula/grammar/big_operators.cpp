// Sums, products, limits and integrals with their scope.
#include <utility>

#include "noether/formula/grammar/operator_grammar.h"

namespace noether::formula {

// The body of a big operator is one term: \sum k/2^k + 1 sums the quotient only.
NodeId OperatorGrammar::big_operator(Cursor& c) {
  const Item head = items_[c.at];
  ++c.at;
  Op op = head.symbol == nullptr ? Op::BigOperator : head.symbol->op;
  const LayoutNode& node = layout_->node(head.node);
  const auto is_line = [&](Relation relation) {
    const NodeId id = node.link(relation);
    return op == Op::Limit && single(id) && layout_->label(id) == "¯";
  };
  // A line over or under lim makes it the upper or lower limit.
  const bool lined = is_line(Relation::Over) || is_line(Relation::Under);
  if (lined) op = is_line(Relation::Over) ? Op::LimitSuperior : Op::LimitInferior;
  const auto script = [&](Relation near, Relation far) {
    const NodeId id = node.link(far) != kNoNode && !lined ? node.link(far) : node.link(near);
    return id == kNoNode ? kNoNode : row(id);
  };
  const NodeId lower = script(Relation::Below, Relation::Under);
  const NodeId upper = script(Relation::Above, Relation::Over);
  NodeId body = kNoNode;
  if (!c.done()) {
    if (items_[c.at].role == SymbolRole::Additive && c.at + 1 < c.end) {
      body = signed_factor(c);
    } else if (starts_factor(c)) {
      body = product(c);
    }
  }
  if (body == kNoNode && lower == kNoNode && upper == kNoNode) {
    return tree_->add_leaf(op, op_info(op).labelled ? label(head) : "", span(head.node));
  }
  const std::size_t mark = parts_.size();
  parts_.push_back(body == kNoNode ? missing() : body);
  if (lower != kNoNode || upper != kNoNode) {
    parts_.push_back(lower == kNoNode ? missing() : lower);
  }
  if (upper != kNoNode) parts_.push_back(upper);
  return make_from(op, op_info(op).labelled ? label(head) : "", mark, span(head.node));
}

NodeId OperatorGrammar::integral(Cursor& c) {
  const Item head = items_[c.at];
  const LayoutNode& node = layout_->node(head.node);
  const Op op = head.symbol->op;
  ++c.at;
  const auto script = [&](Relation near, Relation far) {
    const NodeId id = node.link(far) != kNoNode ? node.link(far) : node.link(near);
    return id == kNoNode ? kNoNode : row(id);
  };
  const NodeId lower = script(Relation::Below, Relation::Under);
  const NodeId upper = script(Relation::Above, Relation::Over);
  NodeId integrand = kNoNode;
  NodeId variable = kNoNode;
  const bool wanted = std::exchange(wants_differential_, false);
  if (head.partner != 0 && head.partner < c.end) {
    const std::size_t at = head.partner;
    if (at > c.at) {
      Cursor inside{c.at, at};
      // F · dr: the dot goes with the differential.
      if (at > c.at + 1 && items_[at - 1].role == SymbolRole::Multiplicative) --inside.end;
      integrand = sum(inside);
      if (!inside.done()) {
        const std::size_t mark = parts_.size();
        parts_.push_back(integrand);
        while (!inside.done() && !stopped_) {
          const std::size_t before = inside.at;
          const NodeId more = sum(inside);
          parts_.push_back(more);
          if (inside.at == before) ++inside.at;
        }
        integrand = make_from(Op::Fragments, "", mark);
      }
    }
    // One variable per differential: dx dy of a double integral.
    const std::size_t mark = parts_.size();
    std::size_t next = at;
    const std::size_t most = op == Op::DoubleIntegral ? 2 : op == Op::TripleIntegral ? 3 : 1;
    while (parts_.size() - mark < most && next + 1 < c.end &&
           (label(items_[next]) == "d" || label(items_[next]) == "𝑑") &&
           items_[next + 1].kind == SymbolKind::Variable) {
      Cursor one{next + 1, next + 2};
      const NodeId letter = scripted(one);
      parts_.push_back(letter);
      next += 2;
    }
    c.at = next;
    if (parts_.size() == mark + 1) {
      variable = parts_.back();
      parts_.resize(mark);
    } else {
      variable = make_from(Op::Tuple, "", mark);
    }
    if (integrand == kNoNode && starts_factor(c)) integrand = product(c);  // ∫ dx f(x)
    if (integrand == kNoNode) integrand = tree_->add_leaf(Op::Number, "1");
  } else if (!c.done()) {
    wants_differential_ = true;
    found_differential_ = kNoNode;
    if (items_[c.at].role == SymbolRole::Additive && c.at + 1 < c.end) {
      integrand = signed_factor(c);
    } else if (starts_factor(c)) {
      integrand = product(c);
    }
    variable = std::exchange(found_differential_, kNoNode);
  }
  wants_differential_ = wanted;
  if (integrand == kNoNode && lower == kNoNode && upper == kNoNode) {
    return tree_->add_leaf(op, op_info(op).labelled ? label(head) : "", span(head.node));
  }
  const std::size_t mark = parts_.size();
  parts_.push_back(integrand == kNoNode ? missing() : integrand);
  if (variable != kNoNode || lower != kNoNode || upper != kNoNode) {
    parts_.push_back(variable == kNoNode ? missing() : variable);
  }
  if (lower != kNoNode || upper != kNoNode) {
    parts_.push_back(lower == kNoNode ? missing() : lower);
  }
  if (upper != kNoNode) parts_.push_back(upper);
  return make_from(op, op_info(op).labelled ? label(head) : "", mark, span(head.node));
}

}  // namespace noether::formula
