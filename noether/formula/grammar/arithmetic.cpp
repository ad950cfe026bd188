// Sums and products, and the symbols that a factor may start with.
#include "noether/base/utf8.h"
#include "noether/formula/grammar/operator_grammar.h"
#include "noether/formula/math_alphabet.h"

namespace noether::formula {
namespace {

// Operators whose repetition makes one node with more operands rather than a nested one.
bool flattens(Op op) { return op_info(op).unordered; }

// A capital of an alphabet that names sets: double-struck, script or Fraktur.
bool is_set_letter(std::string_view name) {
  const base::CodePoint letter = base::decode_code_point(name);
  if (letter.bytes.size() != name.size()) return false;
  for (const Alphabet alphabet : {Alphabet::DoubleStruck, Alphabet::Script, Alphabet::Fraktur}) {
    for (char32_t plain = U'A'; plain <= U'Z'; ++plain) {
      if (to_alphabet(plain, alphabet) == letter.value) return true;
    }
  }
  return false;
}

}  // namespace

// a ∩ b, p ∧ q: tighter than ∪ and ∨.
NodeId OperatorGrammar::meet(Cursor& c) {
  NodeId left = product(c);
  const auto is_meet = [&] {
    if (c.at + 1 >= c.end || items_[c.at].symbol == nullptr) return false;
    const Op op = items_[c.at].symbol->op;
    return (op == Op::Intersection || op == Op::And) && unscripted(items_[c.at].node);
  };
  while (is_meet() && !stopped_) {
    const Op op = items_[c.at].symbol->op;
    const std::size_t mark = parts_.size();
    parts_.push_back(left);
    while (is_meet() && items_[c.at].symbol->op == op && !stopped_) {
      ++c.at;
      const NodeId right = starts_factor(c) ? product(c) : missing();
      parts_.push_back(right);
    }
    left = make_from(op, "", mark);
  }
  return left;
}

NodeId OperatorGrammar::sum(Cursor& c) {
  NodeId left = kNoNode;
  if (!c.done() && items_[c.at].role != SymbolRole::Additive &&
      items_[c.at].role != SymbolRole::Logical) {
    left = meet(c);
  }
  const std::size_t mark = parts_.size();
  Op open = Op::Missing;  // the operator whose operands are being collected in parts_
  std::string open_label;
  const auto close = [&] {
    if (open == Op::Missing) return;
    left = make_from(open, open_label, mark);
    open = Op::Missing;
  };
  while (!c.done() && !stopped_) {
    const Item here = items_[c.at];
    if (here.role != SymbolRole::Additive && here.role != SymbolRole::Logical) break;
    const std::size_t before = c.at;
    ++c.at;
    Op op = here.symbol == nullptr ? Op::Infix : here.symbol->op;
    const std::string_view glyph = label(here);
    const bool labelled = op_info(op).labelled;
    if (!unscripted(here.node)) {
      // A scripted sign such as ⊕_R: applied to its two sides.
      close();
      const NodeId leaf = tree_->add_leaf(op, labelled ? glyph : "", span(here.node));
      const NodeId head = with_scripts(leaf, here.node);
      if (left == kNoNode && c.done()) {
        left = head;
        continue;
      }
      const NodeId right = c.done() ? missing() : meet(c);
      parts_.push_back(head);
      parts_.push_back(left == kNoNode ? missing() : left);
      parts_.push_back(right);
      left = make_from(Op::Apply, "", mark);
      continue;
    }
    const bool nothing_follows = c.done() || items_[c.at].role == SymbolRole::Relation ||
                                 items_[c.at].role == SymbolRole::Punctuation;
    if (left == kNoNode && open == Op::Missing) {
      if (nothing_follows) {
        left = tree_->add_leaf(op, labelled ? glyph : "", span(here.node));
        continue;
      }
      const NodeId right = items_[c.at].role == SymbolRole::Additive ? signed_factor(c) : meet(c);
      if (op == Op::Minus) op = Op::Negate;
      left = tree_->add(op, labelled ? glyph : "", std::span(&right, 1), span(here.node));
      continue;
    }
    NodeId right = kNoNode;
    if (nothing_follows) {
      right = missing();
    } else if (items_[c.at].role == SymbolRole::Additive) {
      right = signed_factor(c);
    } else {
      right = meet(c);
    }
    if (c.at == before) break;
    if (open == op && flattens(op)) {
      parts_.push_back(right);
      continue;
    }
    close();
    if (flattens(op)) {
      open = op;
      open_label = labelled ? std::string(glyph) : std::string();
      parts_.push_back(left);
      parts_.push_back(right);
      left = kNoNode;
    } else {
      parts_.push_back(left);
      parts_.push_back(right);
      left = make_from(op, labelled ? std::string(glyph) : std::string(), mark);
    }
  }
  close();
  return left == kNoNode ? missing() : left;
}

// a · −b, 2^{- - x}: a sign right after an operator binds to the term that follows.
NodeId OperatorGrammar::signed_factor(Cursor& c) {
  ++depth_;
  if (too_deep()) {
    --depth_;
    c.at = c.end;
    return tree_->add_leaf(Op::Error, "nested too deeply");
  }
  const Item here = items_[c.at];
  Op op = here.symbol->op;
  const std::string_view glyph = label(here);
  ++c.at;
  NodeId inside = kNoNode;
  if (c.done()) {
    --depth_;
    return tree_->add_leaf(op, op_info(op).labelled ? glyph : "", span(here.node));
  }
  inside = items_[c.at].role == SymbolRole::Additive ? signed_factor(c) : product(c);
  if (op == Op::Minus) op = Op::Negate;
  --depth_;
  return tree_->add(op, op_info(op).labelled ? glyph : "", std::span(&inside, 1), span(here.node));
}

bool OperatorGrammar::starts_factor(const Cursor& c) const {
  if (c.done()) return false;
  switch (items_[c.at].role) {
    case SymbolRole::Additive:
    case SymbolRole::Logical:
    case SymbolRole::Multiplicative:
    case SymbolRole::Relation:
    case SymbolRole::Connective:
    case SymbolRole::Punctuation:
    case SymbolRole::Close:
      return false;
    default:
      return true;
  }
}

NodeId OperatorGrammar::product(Cursor& c) {
  ++depth_;
  if (too_deep()) {
    --depth_;
    c.at = c.end;
    return tree_->add_leaf(Op::Error, "nested too deeply");
  }
  NodeId left = kNoNode;
  const std::size_t mark = parts_.size();
  bool times = false;    // the operands since mark are factors of one product
  bool crosses = false;  // and every sign between them is ×
  const auto close = [&] {
    if (!times) return;
    const bool sets = crosses && are_sets(mark);
    left = make_from(sets ? Op::CartesianProduct : Op::Times, "", mark);
    times = false;
  };
  const auto multiply = [&](NodeId right, bool cross) {
    if (!times) {
      parts_.push_back(left);
      times = true;
      crosses = true;
      left = kNoNode;
    }
    crosses = crosses && cross;
    parts_.push_back(right);
  };
  if (items_[c.at].role != SymbolRole::Multiplicative) {
    left = factor(c);
  } else if (c.end - c.at == 1) {
    const NodeId leaf = symbol_leaf(items_[c.at]);
    const NodeId made = with_scripts(leaf, items_[c.at].node);
    ++c.at;
    --depth_;
    return made;
  } else {
    left = missing();
  }
  while (!c.done() && !stopped_) {
    const Item here = items_[c.at];
    if (is_modulo(here)) break;
    if (here.role == SymbolRole::Multiplicative) {
      ++c.at;
      Op op = here.symbol == nullptr ? Op::Infix : here.symbol->op;
      if (op == Op::Symbol) op = Op::Infix;
      const bool labelled = op_info(op).labelled;
      NodeId right = kNoNode;
      if (c.done() || items_[c.at].role == SymbolRole::Relation ||
          items_[c.at].role == SymbolRole::Punctuation ||
          items_[c.at].role == SymbolRole::Connective || items_[c.at].role == SymbolRole::Close ||
          items_[c.at].role == SymbolRole::Multiplicative) {
        right = missing();
      } else if (items_[c.at].role == SymbolRole::Additive) {
        const Item sign = items_[c.at];
        ++c.at;
        if (c.done() || !starts_factor(c)) {
          right = symbol_leaf(sign);
        } else {
          const NodeId inside = factor(c);
          const Op sign_op = sign.symbol->op == Op::Minus ? Op::Negate : sign.symbol->op;
          right = tree_->add(sign_op, op_info(sign_op).labelled ? label(sign) : "",
                             std::span(&inside, 1), span(sign.node));
        }
      } else if (items_[c.at].role == SymbolRole::Logical) {
        right = missing();
      } else {
        right = factor(c);
      }
      const bool nabla = !times && tree_->op(left) == Op::Prefix && tree_->children(left).empty();
      if (op == Op::Times && nabla && tree_->label(left) == "∇" && unscripted(here.node)) {
        // ∇·F and ∇×F are not products.
        left = tree_->add(Op::Call, label(here) == "×" ? "curl" : "div", std::span(&right, 1),
                          tree_->node(left).source);
        continue;
      }
      if (op == Op::Times && unscripted(here.node)) {
        multiply(right, label(here) == "×");
        continue;
      }
      close();
      if (!unscripted(here.node)) {
        const NodeId leaf = tree_->add_leaf(op, labelled ? label(here) : "", span(here.node));
        const NodeId head = with_scripts(leaf, here.node);
        parts_.push_back(head);
        parts_.push_back(left);
        parts_.push_back(right);
        left = make_from(Op::Apply, "", mark);
        continue;
      }
      parts_.push_back(left);
      parts_.push_back(right);
      left = make_from(op, labelled ? label(here) : "", mark);
      continue;
    }
    if (!starts_factor(c)) break;
    const std::size_t before = c.at;
    const bool mixed = left != kNoNode && is_mixed_number(before);
    const NodeId right = factor(c);
    if (c.at == before) break;
    if (mixed) {
      left = make(Op::Plus, left, right);
      continue;
    }
    multiply(right, false);
  }
  close();
  --depth_;
  return left;
}

// A letter that names sets by custom: A, ℝ, 𝒜, with scripts or without; or a set by its notation.
bool OperatorGrammar::is_set(NodeId id) const {
  const auto children = tree_->children(id);
  switch (tree_->op(id)) {
    case Op::Variable: {
      const std::string_view name = tree_->label(id);
      if (name.size() == 1) return name[0] >= 'A' && name[0] <= 'Z';
      return is_set_letter(name);
    }
    case Op::Subscript:
    case Op::Superscript:
    case Op::Power:
    case Op::Prime:
      return !children.empty() && is_set(children[0]);
    case Op::Set:
    case Op::SetBuilder:
    case Op::Interval:
    case Op::EmptySet:
    case Op::CartesianProduct:
      return true;
    case Op::Union:
    case Op::Intersection:
    case Op::SetDifference:
      return !children.empty() && is_set(children[0]);
    default:
      return false;
  }
}

// Whether the factors since the mark are sets; dots may stand for some of them.
bool OperatorGrammar::are_sets(std::size_t mark) const {
  bool any = false;
  for (std::size_t i = mark; i < parts_.size(); ++i) {
    const NodeId part = parts_[i];
    const std::string_view name = tree_->label(part);
    if (tree_->op(part) == Op::Variable && (name == "…" || name == "⋯")) continue;
    if (!is_set(part)) return false;
    any = true;
  }
  return any;
}

// 4\frac{2}{3}: an integer and a fraction of integers are a mixed number, not a product.
bool OperatorGrammar::is_mixed_number(std::size_t at) const {
  const Item& fraction = items_[at];
  if (fraction.kind != SymbolKind::Fraction || layout_->node(fraction.node).barless) return false;
  const auto is_integer = [&](NodeId id) {
    return single(id) && layout_->node(id).kind == SymbolKind::Number && unscripted(id) &&
           layout_->label(id).find('.') == std::string_view::npos;
  };
  const Item& before = items_[at - 1];
  return before.kind == SymbolKind::Number && unscripted(before.node) &&
         label(before).find('.') == std::string_view::npos &&
         is_integer(link(fraction.node, Relation::Over)) &&
         is_integer(link(fraction.node, Relation::Under));
}

// The argument of a function written without parentheses: \sin 2\pi x, but not the cos of
// \sin x \cos y, nor what follows in parentheses.
NodeId OperatorGrammar::implicit_product(Cursor& c, bool stop_at_group) {
  const std::size_t mark = parts_.size();
  while (starts_factor(c) && !stopped_) {
    const Item& here = items_[c.at];
    if (parts_.size() > mark) {
      if (here.role == SymbolRole::Function || here.role == SymbolRole::LimitFunction ||
          here.role == SymbolRole::BigOperator || here.role == SymbolRole::Integral ||
          here.role == SymbolRole::Quantifier || here.role == SymbolRole::Bar ||
          here.role == SymbolRole::Open) {
        break;
      }
      if (stop_at_group && here.kind == SymbolKind::Group) break;
      if (wants_differential_ && label(here) == "d") break;
      if (is_modulo(here)) break;
      if (starts_with_gap(here)) break;
    }
    const std::size_t before = c.at;
    const NodeId part = factor(c);
    if (c.at == before) break;
    parts_.push_back(part);
  }
  if (parts_.size() == mark) return kNoNode;
  if (parts_.size() == mark + 1) {
    const NodeId only = parts_.back();
    parts_.resize(mark);
    return only;
  }
  return make_from(Op::Times, "", mark);
}

// dy/dx on one line.
bool OperatorGrammar::flat_derivative(Cursor& c, NodeId& out) {
  if (c.end - c.at < 5) return false;
  const auto is_d = [&](std::size_t i) {
    return items_[i].kind == SymbolKind::Variable && label(items_[i]) == "d" &&
           unscripted(items_[i].node);
  };
  const auto is_letter = [&](std::size_t i) {
    return items_[i].kind == SymbolKind::Variable && items_[i].role == SymbolRole::Letter;
  };
  if (!is_d(c.at) || !is_letter(c.at + 1) || !is_operator(items_[c.at + 2], "/") ||
      !is_d(c.at + 3) || !is_letter(c.at + 4)) {
    return false;
  }
  Cursor function_at{c.at + 1, c.at + 2};
  Cursor variable_at{c.at + 4, c.at + 5};
  const NodeId body = scripted(function_at);
  const NodeId variable = scripted(variable_at);
  out = make(Op::Derivative, body, variable);
  c.at += 5;
  return true;
}

NodeId OperatorGrammar::factor(Cursor& c) {
  ++depth_;
  if (too_deep()) {
    --depth_;
    c.at = c.end;
    return tree_->add_leaf(Op::Error, "nested too deeply");
  }
  const Item here = items_[c.at];
  NodeId made = kNoNode;
  switch (here.role) {
    case SymbolRole::Function:
      made = function(c);
      break;
    case SymbolRole::LimitFunction:
      made = limit_function(c);
      break;
    case SymbolRole::BigOperator:
      made = big_operator(c);
      break;
    case SymbolRole::Integral:
      made = integral(c);
      break;
    case SymbolRole::Quantifier: {
      if (c.end - c.at > 1) {
        made = quantified({c.at, c.end});
        c.at = c.end;
      } else {
        made = symbol_leaf(here);
        ++c.at;
      }
      break;
    }
    case SymbolRole::Prefix: {
      ++c.at;
      const Op op = here.symbol->op;
      const std::string_view name = op_info(op).labelled ? label(here) : "";
      if (!starts_factor(c)) {
        made = with_scripts(tree_->add_leaf(op, name, span(here.node)), here.node);
        break;
      }
      const NodeId inside = factor(c);
      if (label(here) == "√") {
        made = tree_->add(Op::Root, "", std::span(&inside, 1), span(here.node));
      } else if (unscripted(here.node)) {
        made = tree_->add(op, name, std::span(&inside, 1), span(here.node));
      } else {
        const NodeId head = with_scripts(tree_->add_leaf(op, name, span(here.node)), here.node);
        made = make(Op::Apply, head, inside);
      }
      break;
    }
    case SymbolRole::Open:
    case SymbolRole::Close:
      made = plain_fence(c);
      break;
    default:
      if (!flat_derivative(c, made)) made = scripted(c);
      break;
  }
  --depth_;
  return made;
}

}  // namespace noether::formula
