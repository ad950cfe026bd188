// Implications, quantifiers, relations and their chains, and logical connectives.
#include "noether/formula/grammar/operator_grammar.h"

namespace noether::formula {

NodeId OperatorGrammar::statement(Cursor c) {
  if (c.done()) return missing();
  if (items_[c.at].role == SymbolRole::Quantifier && c.end - c.at > 1) return quantified(c);
  return connected(c);
}

// The end of the part that a quantifier binds: a comma, a colon or the next quantifier. Without a
// relation the quantifier binds only the first operand; a list of letters is bound together if a
// relation follows: ∀x, y ∈ X.
std::size_t OperatorGrammar::bound_end(Cursor c) const {
  std::size_t start = c.at;
  while (start + 2 < c.end && items_[start].kind == SymbolKind::Variable &&
         is_operator(items_[start + 1], ",")) {
    start += 2;
  }
  if (start + 1 >= c.end || items_[start + 1].role != SymbolRole::Relation) start = c.at;
  bool relation = false;
  for (std::size_t i = start; i < c.end; ++i) {
    const Item& here = items_[i];
    if (here.role == SymbolRole::Quantifier || here.role == SymbolRole::Connective ||
        here.kind == SymbolKind::Text || is_operator(here, ":") || is_operator(here, ".") ||
        is_operator(here, ",")) {
      return i;
    }
    if (here.role == SymbolRole::Relation) {
      relation = true;
    } else if (i > start && !relation && here.kind != SymbolKind::Operator) {
      return i;  // ∀x p(x)
    } else if (here.kind == SymbolKind::Group && relation && i > start + 2 &&
               items_[i - 1].kind == SymbolKind::Variable) {
      return i;  // ∀x ∈ X (p(x))
    }
  }
  return c.end;
}

// ∀x ∈ X, body
NodeId OperatorGrammar::quantified(Cursor c) {
  ++depth_;
  if (too_deep()) {
    --depth_;
    return tree_->add_leaf(Op::Error, "nested too deeply");
  }
  const Item quantifier = items_[c.at];
  Op op = quantifier.symbol->op;
  std::size_t begin = c.at + 1;
  const bool unique = begin < c.end && is_operator(items_[begin], "!");
  if (unique) {
    ++begin;
    if (op == Op::Exists) op = Op::ExistsUnique;
  }
  const std::size_t end = bound_end({begin, c.end});
  const NodeId bound = end > begin ? sequence({begin, end}) : missing();
  std::size_t body = end;
  while (body < c.end &&
         (items_[body].role == SymbolRole::Punctuation || is_operator(items_[body], ":"))) {
    ++body;
  }
  const std::size_t mark = parts_.size();
  parts_.push_back(bound);
  if (body < c.end) {
    // A quantifier directly behind is read at once, so that a run of quantifiers is not searched
    // repeatedly.
    const bool nested = items_[body].role == SymbolRole::Quantifier && body + 1 < c.end;
    const NodeId inner = nested ? quantified({body, c.end}) : phrase({body, c.end});
    parts_.push_back(inner);
  }
  --depth_;
  return make_from(op, "", mark, span(quantifier.node));
}

NodeId OperatorGrammar::connected(Cursor c) {
  const std::size_t mark = parts_.size();
  std::size_t begin = c.at;
  std::size_t connectives = 0;
  NodeId only_operator = kNoNode;
  int depth = 0;
  for (std::size_t i = c.at; i < c.end; ++i) {
    if (items_[i].role == SymbolRole::Open) ++depth;
    if (items_[i].role == SymbolRole::Close && depth > 0) --depth;
    if (depth > 0 || items_[i].role != SymbolRole::Connective) continue;
    if (i == c.at && c.end - c.at == 1) break;
    const Item connective = items_[i];
    if (!(i == c.at)) {
      const NodeId left = relation({begin, i});
      parts_.push_back(left);
    } else if (connective.symbol->op != Op::Therefore && connective.symbol->op != Op::Because) {
      parts_.push_back(missing());
    }
    only_operator = relation_operator(connective);
    parts_.push_back(only_operator);
    ++connectives;
    begin = i + 1;
    if (begin < c.end && items_[begin].role == SymbolRole::Quantifier && begin + 1 < c.end) {
      const NodeId rest = quantified({begin, c.end});
      parts_.push_back(rest);
      begin = c.end;
      break;
    }
  }
  if (connectives == 0) return relation(c);
  if (begin < c.end) {
    const NodeId last = relation({begin, c.end});
    parts_.push_back(last);
  } else if (parts_.back() == only_operator) {
    parts_.push_back(missing());
  }
  if (connectives == 1) {
    const Op op = tree_->op(only_operator);
    const std::string name(tree_->label(only_operator));
    const base::Span source = tree_->node(only_operator).source;
    std::erase(parts_, only_operator);
    return make_from(op, name, mark, source);
  }
  return make_from(Op::Chain, "", mark);
}

bool OperatorGrammar::logic_is_loose(Cursor c) const {
  bool relation_in_part = false;
  bool any = false;
  for (std::size_t i = c.at; i < c.end; ++i) {
    if (items_[i].role == SymbolRole::Relation) relation_in_part = true;
    if (items_[i].role == SymbolRole::Logical) {
      if (!relation_in_part) return false;
      any = true;
      relation_in_part = false;
    }
  }
  return any && relation_in_part;
}

// x > 0 ∧ y > 0, where ∧ and ∨ join relations. ∨ is looser than ∧.
NodeId OperatorGrammar::logical(Cursor c) {
  ++depth_;
  const NodeId made = too_deep() ? tree_->add_leaf(Op::Error, "nested too deeply") : connectives(c);
  --depth_;
  return made;
}

NodeId OperatorGrammar::connectives(Cursor c) {
  const std::size_t mark = parts_.size();
  for (const Op op : {Op::Or, Op::And}) {
    std::size_t begin = c.at;
    for (std::size_t i = c.at; i < c.end; ++i) {
      if (items_[i].role != SymbolRole::Logical || items_[i].symbol->op != op) continue;
      const NodeId part = logical({begin, i});
      parts_.push_back(part);
      begin = i + 1;
    }
    if (begin > c.at) {
      const NodeId part = logical({begin, c.end});
      parts_.push_back(part);
      return make_from(op, "", mark);
    }
  }
  // Connectives that have no operator in operators.def group from the left.
  NodeId left = kNoNode;
  std::string glyph;
  std::size_t begin = c.at;
  for (std::size_t i = c.at; i <= c.end; ++i) {
    const bool last = i == c.end;
    if (!last && items_[i].role != SymbolRole::Logical) continue;
    const NodeId part = related({begin, i});
    if (left == kNoNode) {
      left = part;
    } else {
      parts_.push_back(left);
      parts_.push_back(part);
      left = make_from(Op::Infix, glyph, mark);
    }
    if (last) break;
    glyph = label(items_[i]);
    begin = i + 1;
  }
  return left;
}

NodeId OperatorGrammar::relation(Cursor c) {
  if (c.done()) return missing();
  return logic_is_loose(c) ? logical(c) : related(c);
}

NodeId OperatorGrammar::relation_operator(const Item& item) {
  const std::string_view glyph = label(item);
  Op op = item.symbol == nullptr ? Op::Related : item.symbol->op;
  if (glyph == ":=") op = Op::Assign;
  // In parentheses a bar is a condition; outside it means "divides".
  const bool fenced = context_ == Context::Fenced || context_ == Context::Argument;
  if (glyph == "|") op = fenced ? Op::Conditional : Op::Divides;
  if (glyph == "∣" && context_ == Context::Argument) op = Op::Conditional;
  if (op_info(op).klass == OpClass::Leaf) op = Op::Related;
  const bool labelled = op_info(op).labelled;
  if (!unscripted(item.node)) {
    // =^{def}, →^f, ≡_n: the scripts go with the operator's own leaf.
    const NodeId leaf = tree_->add_leaf(op, labelled ? glyph : "", span(item.node));
    return with_scripts(leaf, item.node);
  }
  return tree_->add_leaf(op, labelled ? glyph : "", span(item.node));
}

// "mod" as \bmod draws it, as \text{mod} or as \mathrm{mod}.
bool OperatorGrammar::is_modulo(const Item& item) const {
  return (item.kind == SymbolKind::Operator || item.kind == SymbolKind::Text ||
          item.kind == SymbolKind::Variable) &&
         label(item) == "mod" && unscripted(item.node);
}

// Reads the row after "mod" at its start, which may be typed as three letters.
NodeId OperatorGrammar::after_modulo_word(NodeId head) const {
  if (head == kNoNode) return kNoNode;
  if (layout_->label(head) == "mod") return layout_->node(head).next();
  for (const std::string_view letter : {"m", "o", "d"}) {
    if (head == kNoNode || layout_->label(head) != letter || !unscripted(head)) return kNoNode;
    head = layout_->node(head).next();
  }
  return head;
}

// (mod n): the word, also typed as three adjacent letters, followed by an operand.
bool OperatorGrammar::begins_with_modulo(NodeId head) const {
  if (head == kNoNode || !layout_->label(head).starts_with('m')) return false;
  const NodeId after = after_modulo_word(head);
  if (after == kNoNode) return false;
  if (layout_->label(head) == "mod") return true;
  const NodeId second = layout_->node(head).next();
  return layout_->node(second).touches_previous &&
         layout_->node(layout_->node(second).next()).touches_previous;
}

// a ≡ b (mod n): the modulus is a group at the end that starts with "mod".
bool OperatorGrammar::congruence(Cursor c, NodeId& out) {
  if (c.end - c.at < 3) return false;
  std::size_t relations = 0;
  std::size_t at = 0;
  for (std::size_t i = c.at; i < c.end; ++i) {
    if (items_[i].role == SymbolRole::Relation) {
      ++relations;
      at = i;
    }
  }
  if (relations != 1 || items_[at].symbol == nullptr || !unscripted(items_[at].node)) return false;
  const Op op = items_[at].symbol->op;
  if (op != Op::Equivalent && op != Op::Equal && op != Op::Isomorphic) return false;
  std::size_t right_end = c.end;
  NodeId modulus = kNoNode;
  const Item last = items_[c.end - 1];
  if (is_group(last, "()")) {
    const NodeId inside = link(last.node, Relation::Within);
    const NodeId after = after_modulo_word(inside);
    if (after != kNoNode) {
      right_end = c.end - 1;
      if (right_end == at + 1) return false;
      modulus = row(after);
    }
  }
  if (modulus == kNoNode && op == Op::Equivalent) {
    for (std::size_t i = at + 2; i + 1 < c.end; ++i) {
      if (is_modulo(items_[i])) {
        right_end = i;
        Cursor rest{i + 1, c.end};
        modulus = sum(rest);
        if (!rest.done()) return false;
        break;
      }
    }
  }
  if (modulus == kNoNode) return false;
  const NodeId left = related({c.at, at});
  const NodeId right = related({at + 1, right_end});
  out = make(Op::Congruent, left, right, modulus);
  return true;
}

NodeId OperatorGrammar::related(Cursor c) {
  if (c.done()) return missing();
  ++depth_;
  const NodeId made = too_deep() ? tree_->add_leaf(Op::Error, "nested too deeply") : relations(c);
  --depth_;
  return made;
}

// a : b : c groups from the right. Cut at every colon at once, so that a long run costs one pass.
NodeId OperatorGrammar::typed(Cursor c) {
  const std::size_t mark = parts_.size();
  std::size_t begin = c.at;
  int depth = 0;
  for (std::size_t i = c.at; i < c.end; ++i) {
    if (items_[i].role == SymbolRole::Open) ++depth;
    if (items_[i].role == SymbolRole::Close && depth > 0) --depth;
    const bool inside = i > c.at && i + 1 < c.end && depth == 0;
    if (!inside || !is_operator(items_[i], ":") || !unscripted(items_[i].node)) continue;
    const NodeId part = related({begin, i});
    parts_.push_back(part);
    begin = i + 1;
  }
  NodeId made = related({begin, c.end});
  while (parts_.size() > mark) {
    made = make(Op::Colon, parts_.back(), made);
    parts_.pop_back();
  }
  return made;
}

NodeId OperatorGrammar::relations(Cursor c) {
  const bool fenced = context_ == Context::Fenced || context_ == Context::Argument;
  int depth = 0;
  bool bar_relation = false;
  std::size_t relations = 0;
  std::size_t colons = 0;
  std::size_t first_colon = c.end;
  std::size_t bars = 0;
  std::size_t bar_at = c.end;
  std::size_t relation_at = c.end;  // the last relation that is not a colon
  for (std::size_t i = c.at; i < c.end; ++i) {
    const Item& here = items_[i];
    if (here.role == SymbolRole::Open) ++depth;
    if (here.role == SymbolRole::Close && depth > 0) --depth;
    if (depth > 0) continue;
    const bool inside = i > c.at && i + 1 < c.end && unscripted(here.node);
    if (here.role == SymbolRole::Bar) bar_relation = true;
    if (inside && fenced && (is_operator(here, "|") || is_operator(here, "∣"))) {
      ++bars;
      bar_at = i;
    }
    if (here.role != SymbolRole::Relation) continue;
    ++relations;
    if (inside && is_operator(here, ":")) {
      if (colons++ == 0) first_colon = i;
    } else {
      relation_at = i;
    }
  }
  // P(X = x | Y = y): a condition is looser than the relations on its sides.
  if (bars == 1 && relations > 0) {
    const NodeId left = related({c.at, bar_at});
    const NodeId right = related({bar_at + 1, c.end});
    return make(Op::Conditional, left, right);
  }
  // f : A → B; the colon is looser than the arrow. But a : b = c : d equates two ratios.
  if (colons == 2 && relations == 3 && relation_at > first_colon && relation_at + 1 < c.end &&
      items_[relation_at].symbol != nullptr && items_[relation_at].symbol->op == Op::Equal &&
      unscripted(items_[relation_at].node)) {
    const NodeId left = related({c.at, relation_at});
    const NodeId right = related({relation_at + 1, c.end});
    return make(Op::Equal, left, right);
  }
  if (colons > 0) return typed(c);
  NodeId congruent = kNoNode;
  if (relations == 1 && congruence(c, congruent)) return congruent;
  if (relations == 0 && !bar_relation) return side(c);
  const std::size_t mark = parts_.size();
  std::size_t begin = c.at;
  std::size_t found = 0;
  depth = 0;
  const Context outer = context_;
  for (std::size_t i = c.at; i < c.end; ++i) {
    const Item here = items_[i];
    if (here.role == SymbolRole::Open) ++depth;
    if (here.role == SymbolRole::Close && depth > 0) --depth;
    if (depth > 0) continue;
    const bool bar = here.role == SymbolRole::Bar;
    if (here.role != SymbolRole::Relation && !bar) continue;
    if (c.end - c.at == 1) break;
    if (bar && (i == c.at || i + 1 == c.end)) continue;
    // ln x |_0^1 and similar: a bar with scripts evaluates the operand before it.
    if (bar && !unscripted(here.node)) continue;
    const NodeId left = side({begin, i});
    parts_.push_back(left);
    const NodeId op = relation_operator(here);
    parts_.push_back(op);
    ++found;
    begin = i + 1;
    context_ = tree_->op(op) == Op::In ? Context::AfterMembership : outer;
  }
  if (found == 0) {
    context_ = outer;
    return side(c);
  }
  const NodeId last = side({begin, c.end});
  parts_.push_back(last);
  context_ = outer;
  if (found == 1) {
    const NodeId head = parts_[mark + 1];
    if (tree_->children(head).empty()) {
      const Op op = tree_->op(head);
      const std::string name(tree_->label(head));
      const NodeId right = parts_[mark + 2];
      parts_.resize(mark + 1);
      parts_.push_back(right);
      return make_from(op, name, mark, tree_->node(head).source);
    }
    std::swap(parts_[mark], parts_[mark + 1]);
    return make_from(Op::Apply, "", mark);
  }
  return make_from(Op::Chain, "", mark);
}

}  // namespace noether::formula
