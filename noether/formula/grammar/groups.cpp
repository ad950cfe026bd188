// Fences: parentheses, intervals, sets, absolute values, tables, and plain ⌊ ⌋ ⌈ ⌉ ⟨ ⟩.
#include <utility>

#include "noether/formula/grammar/operator_grammar.h"

namespace noether::formula {

// One element of a fenced list, without its trailing comma.
NodeId OperatorGrammar::cell(NodeId head, Context context) {
  const LayoutNode& first = layout_->node(head);
  const bool empty = first.kind == SymbolKind::Blank && unscripted(head) &&
                     (first.next() == kNoNode || layout_->label(first.next()) == ",");
  return empty ? missing() : row(head, context);
}

// A row of a matrix has no commas between its cells; a list in fences has.
bool OperatorGrammar::is_matrix_row(NodeId node) const {
  const LayoutNode& n = layout_->node(node);
  NodeId last = n.link(Relation::Within);
  if (n.columns < 2 || last == kNoNode) return false;
  while (layout_->node(last).next() != kNoNode) last = layout_->node(last).next();
  return layout_->label(last) != ",";
}

NodeId OperatorGrammar::group(NodeId node) {
  const LayoutNode& n = layout_->node(node);
  const std::string_view fences = layout_->label(node);
  const NodeId inside = n.link(Relation::Within);
  if (inside == kNoNode) return missing();
  if (n.rows > 1 || is_matrix_row(node)) return table(node, false);
  if (fences.empty()) return row(inside);
  if (fences == "{}") return set(node);
  if (fences == "||" || fences == "∥∥") {
    NodeId body = kNoNode;
    if (n.columns > 1) {
      const std::size_t items_mark = items_.size();
      body = phrase(collect_cells(node));
      items_.resize(items_mark);
    } else {
      body = row(inside);
    }
    return tree_->add(fences == "||" ? Op::Abs : Op::Norm, "", std::span(&body, 1), span(node));
  }
  if (fences == "()" && n.columns == 1) {
    const LayoutNode& first = layout_->node(inside);
    if (first.kind == SymbolKind::Fraction && first.barless && first.next() == kNoNode &&
        first.link(Relation::Above) == kNoNode && first.link(Relation::Below) == kNoNode) {
      const NodeId top = row(first.link(Relation::Over));
      const NodeId bottom = row(first.link(Relation::Under));
      const NodeId made = make(Op::Binomial, top, bottom);
      tree_->set_source(made, span(node));
      return made;
    }
    if (begins_with_modulo(inside)) {
      const NodeId modulus = row(after_modulo_word(inside));  // a (mod n) without its relation
      return tree_->add(Op::Call, "mod", std::span(&modulus, 1), span(node));
    }
    return row(inside, Context::Fenced);
  }
  if (n.columns == 1) {
    const NodeId body = row(inside, Context::Fenced);
    return tree_->add(Op::Delimited, fences, std::span(&body, 1), span(node));
  }
  return fenced_list(node);
}

NodeId OperatorGrammar::fenced_list(NodeId node) {
  const LayoutNode& n = layout_->node(node);
  const std::string_view fences = layout_->label(node);
  const bool after_membership = context_ == Context::AfterMembership;
  const std::size_t mark = parts_.size();
  push_arguments(node, Context::Fenced);
  const bool two = parts_.size() == mark + 2;
  if (two) {
    if (fences == "[]") return make_from(Op::Interval, "closed", mark, n.source);
    if (fences == "[)") return make_from(Op::Interval, "closed-open", mark, n.source);
    if (fences == "][") return make_from(Op::Interval, "open", mark, n.source);
    if (fences == "[[") return make_from(Op::Interval, "closed-open", mark, n.source);
    if (fences == "]]") return make_from(Op::Interval, "open-closed", mark, n.source);
    if (fences == "(]") return make_from(Op::Interval, "open-closed", mark, n.source);
    if (fences == "()") {
      // A pair of numbers is an interval where an interval is expected.
      bool unbounded = false;
      for (std::size_t i = mark; i < parts_.size(); ++i) {
        NodeId end = parts_[i];
        if ((tree_->op(end) == Op::Negate || tree_->op(end) == Op::Plus) &&
            tree_->children(end).size() == 1) {
          end = tree_->child(end, 0);
        }
        if (tree_->op(end) == Op::Infinity) unbounded = true;
      }
      if (after_membership || unbounded) return make_from(Op::Interval, "open", mark, n.source);
      return make_from(Op::Tuple, "", mark, n.source);
    }
  }
  if (fences == "()") return make_from(Op::Tuple, "", mark, n.source);
  if (fences == "[]" || fences == "||" || fences == "∥∥") {
    return make_from(Op::List, "", mark, n.source);
  }
  return make_from(Op::Delimited, fences, mark, n.source);
}

// {a, b}, {x | p(x)}, {x : p(x)}
NodeId OperatorGrammar::set(NodeId node) {
  const LayoutNode& n = layout_->node(node);
  // The condition may contain commas, so the separator is searched in every element.
  const std::size_t mark = items_.size();
  const std::size_t begin = mark;
  collect_cells(node);
  const std::size_t end = items_.size();
  std::size_t separator = end;
  int depth = 0;
  for (std::size_t i = begin; i < end; ++i) {
    const Item& here = items_[i];
    if (here.role == SymbolRole::Open) ++depth;
    if (here.role == SymbolRole::Close && depth > 0) --depth;
    if (depth > 0 || !unscripted(here.node)) continue;
    const bool bar = is_operator(here, "|") || is_operator(here, "∣");
    if ((bar || is_operator(here, ":") || is_operator(here, ";")) && i > begin && i + 1 < end) {
      separator = i;
      break;
    }
    if (here.kind == SymbolKind::Text && i > begin && i + 1 < end &&
        label(here).starts_with("such that")) {
      separator = i;
      break;
    }
  }
  NodeId made = kNoNode;
  const Context outer = context_;
  context_ = Context::Plain;
  if (separator != end) {
    const NodeId element = phrase({begin, separator});
    const NodeId condition = phrase({separator + 1, end});
    made = make(Op::SetBuilder, element, condition);
    tree_->set_source(made, n.source);
    items_.resize(mark);
  } else {
    items_.resize(mark);
    const std::size_t parts_mark = parts_.size();
    push_arguments(node, Context::Fenced);
    made = make_from(Op::Set, "", parts_mark, n.source);
  }
  context_ = outer;
  return made;
}

// Lines of a derivation or a system: some cell after the first of its line starts with a relation.
bool OperatorGrammar::reads_as_lines(NodeId node) const {
  const LayoutNode& n = layout_->node(node);
  if (n.label.length != 0) return false;
  if (n.columns < 2) return true;
  std::size_t index = 0;
  bool relations = false;
  for (NodeId id = n.link(Relation::Within); id != kNoNode;
       id = link(id, Relation::Element), ++index) {
    if (layout_->node(id).kind != SymbolKind::Operator) continue;
    const std::string_view glyph = layout_->label(id);
    const bool alone = layout_->node(id).next() == kNoNode;
    if (alone && (glyph == "↓" || glyph == "↑" || glyph == "∥")) return false;  // a diagram
    const Symbol* symbol = index % n.columns == 0 ? nullptr : symbol_by_glyph(glyph);
    if (symbol == nullptr) continue;
    const bool relation =
        symbol->role == SymbolRole::Relation || symbol->role == SymbolRole::Connective;
    if (relation && (!alone || (n.columns == 3 && index % 3 == 1))) relations = true;  // eqnarray
  }
  return relations;
}

// Reads the formula of the items collected since the mark, and removes the items.
NodeId OperatorGrammar::line(std::size_t items_mark) {
  const Cursor all = match_partners(items_mark);
  const NodeId made = all.done() ? missing() : phrase(all);
  items_.resize(items_mark);
  return made;
}

NodeId OperatorGrammar::table(NodeId node, bool as_cases) {
  const LayoutNode& n = layout_->node(node);
  const std::string_view fences = layout_->label(node);
  const std::size_t columns = n.columns == 0 ? 1 : n.columns;
  const std::size_t mark = parts_.size();
  NodeId head = n.link(Relation::Within);
  if (reads_as_lines(node) && !(as_cases && columns < 2)) {
    // align has pairs of columns, a left and a right side each; eqnarray has the sign between them.
    const std::size_t per_formula = columns == 3 ? 3 : 2;
    while (head != kNoNode) {
      const std::size_t line_mark = parts_.size();
      for (std::size_t j = 0; j < columns && head != kNoNode;) {
        const std::size_t items_mark = items_.size();
        for (std::size_t k = 0; k < per_formula && j < columns && head != kNoNode; ++k, ++j) {
          collect_chain(head);
          head = link(head, Relation::Element);
        }
        if (items_.size() == items_mark && (j < columns || parts_.size() > line_mark)) continue;
        const NodeId formula = line(items_mark);
        parts_.push_back(formula);
      }
      if (parts_.size() > line_mark + 1) {
        const NodeId several = make_from(Op::List, "", line_mark);
        parts_.push_back(several);
      }
    }
    if (parts_.size() == mark + 1) {
      const NodeId only = parts_.back();
      parts_.resize(mark);
      return only;
    }
    return make_from(Op::Lines, "", mark, n.source);
  }
  if (as_cases) {
    // The first cell is the value; the rest of its line is the condition.
    while (head != kNoNode) {
      const NodeId value = row(head);
      parts_.push_back(value);
      head = link(head, Relation::Element);
      const std::size_t items_mark = items_.size();
      for (std::size_t j = 1; j < columns && head != kNoNode; ++j) {
        collect_chain(head);
        head = link(head, Relation::Element);
      }
      const NodeId condition = line(items_mark);
      parts_.push_back(condition);
    }
    return make_from(Op::Cases, "", mark, n.source);
  }
  while (head != kNoNode) {
    const std::size_t row_mark = parts_.size();
    for (std::size_t j = 0; j < columns && head != kNoNode; ++j) {
      const NodeId entry = row(head);
      parts_.push_back(entry);
      head = link(head, Relation::Element);
    }
    const NodeId made = make_from(Op::MatrixRow, "", row_mark);
    parts_.push_back(made);
  }
  const NodeId matrix = make_from(Op::Matrix, "", mark, n.source);
  if (fences == "||") {
    return tree_->add(Op::Determinant, "", std::span(&matrix, 1), n.source);
  }
  if (fences == "∥∥") return tree_->add(Op::Norm, "", std::span(&matrix, 1), n.source);
  return matrix;
}

// ⌊x⌋, ⟨a, b⟩, { before a table (cases), {} (the empty set), and fences without a partner.
NodeId OperatorGrammar::plain_fence(Cursor& c) {
  const Item open = items_[c.at];
  const std::string_view glyph = label(open);
  if (glyph == "{" || glyph == "(" || glyph == "[") {
    if (c.at + 1 < c.end && unscripted(open.node)) {
      const Item next = items_[c.at + 1];
      if (glyph == "{" && next.kind == SymbolKind::Group && label(next).empty() &&
          (layout_->node(next.node).rows > 1 || layout_->node(next.node).columns > 1)) {
        c.at += 2;
        return postfix(with_scripts(table(next.node, true), next.node), c);
      }
      if ((glyph == "{" && is_operator(next, "}")) || (glyph == "(" && is_operator(next, ")")) ||
          (glyph == "[" && is_operator(next, "]"))) {
        c.at += 2;
        const NodeId empty = tree_->add(glyph == "{"   ? Op::Set
                                        : glyph == "(" ? Op::Tuple
                                                       : Op::List,
                                        "", {}, span(open.node));
        return postfix(with_scripts(empty, next.node), c);
      }
    }
  }
  if (open.partner > c.at && open.partner < c.end) {
    const std::size_t end = open.partner;
    const Cursor inside{c.at + 1, end};
    const Context outer = std::exchange(context_, Context::Fenced);
    const NodeId body = inside.done() ? missing() : phrase(inside);
    context_ = outer;
    NodeId made = kNoNode;
    if (glyph != "⟨") {
      made = tree_->add(glyph == "⌊" ? Op::Floor : Op::Ceiling, "", std::span(&body, 1),
                        span(open.node));
    } else if (tree_->op(body) == Op::List && tree_->children(body).size() == 2) {
      made = tree_->add(Op::InnerProduct, "", tree_->children(body), span(open.node));
    } else {
      made = tree_->add(Op::Delimited, "⟨⟩", std::span(&body, 1), span(open.node));
    }
    const NodeId last = items_[end].node;
    c.at = end + 1;
    return postfix(with_scripts(made, last), c);
  }
  ++c.at;
  const NodeId leaf = tree_->add_leaf(Op::Symbol, glyph, span(open.node));
  return with_scripts(leaf, open.node);
}

}  // namespace noether::formula
