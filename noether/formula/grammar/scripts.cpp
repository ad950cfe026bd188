// Operands with their scripts, accents and postfix signs.
#include <algorithm>

#include "noether/formula/grammar/function_letters.h"
#include "noether/formula/grammar/operator_grammar.h"

namespace noether::formula {
namespace {

std::size_t primes_in(std::string_view label) {
  constexpr std::string_view prime = "′";
  if (label.empty() || label.size() % prime.size() != 0) return 0;
  for (std::size_t i = 0; i < label.size(); i += prime.size()) {
    if (label.substr(i, prime.size()) != prime) return 0;
  }
  return label.size() / prime.size();
}

}  // namespace

bool OperatorGrammar::unscripted_fraction(NodeId node) const {
  const LayoutNode& n = layout_->node(node);
  return n.link(Relation::Above) == kNoNode && n.link(Relation::Below) == kNoNode;
}

// A symbol that stands for itself: a variable, a constant, or an operator without operands.
NodeId OperatorGrammar::symbol_leaf(const Item& item) {
  const std::string_view name = label(item);
  const base::Span source = span(item.node);
  switch (item.kind) {
    case SymbolKind::Number:
      if (name.size() > 2 && name.find_first_of(" ,") != std::string_view::npos) {
        text_ = name;  // 1 000 000 and 1,000 are drawn with gaps, which are not part of the number
        std::erase(text_, ' ');
        // A comma that is not followed by exactly three digits is the decimal point.
        for (std::size_t i = 0; (i = text_.find(',', i)) != std::string::npos;) {
          const std::size_t end = std::min(text_.find_first_of(",.", i + 1), text_.size());
          if (end == i + 4) {
            text_.erase(i, 1);
          } else {
            text_[i++] = '.';
          }
        }
        return tree_->add_leaf(Op::Number, text_, source);
      }
      return tree_->add_leaf(Op::Number, name, source);
    case SymbolKind::Text:
      return tree_->add_leaf(Op::Text, name, source);
    case SymbolKind::Blank:
      return missing();
    case SymbolKind::Error:
      return tree_->add_leaf(Op::Error, name, source);
    case SymbolKind::Variable:
      if (item.symbol != nullptr && item.symbol->op != Op::Variable &&
          item.role != SymbolRole::Function && item.role != SymbolRole::LimitFunction) {
        const Op op = item.symbol->op;
        return tree_->add_leaf(op, op_info(op).labelled ? name : "", source);
      }
      return tree_->add_leaf(Op::Variable, name, source);
    default:
      break;
  }
  Op op = item.symbol == nullptr ? Op::Symbol : item.symbol->op;
  if (name == ":=") op = Op::Assign;
  return tree_->add_leaf(op, op_info(op).labelled ? name : "", source);
}

NodeId OperatorGrammar::operand(Cursor& c) {
  const Item here = items_[c.at];
  ++c.at;
  switch (here.kind) {
    case SymbolKind::Group: {
      NodeId value = kNoNode;
      return evaluation(here.node, value) ? value : group(here.node);
    }
    case SymbolKind::Root: {
      const NodeId inside = link(here.node, Relation::Within);
      const NodeId degree = link(here.node, Relation::PreAbove);
      const std::size_t mark = parts_.size();
      const NodeId body = inside == kNoNode ? missing() : row(inside);
      parts_.push_back(body);
      if (degree != kNoNode) {
        const NodeId index = row(degree);
        parts_.push_back(index);
      }
      return make_from(Op::Root, "", mark, span(here.node));
    }
    case SymbolKind::Enclosure: {
      const NodeId inside = link(here.node, Relation::Within);
      const NodeId body = inside == kNoNode ? missing() : row(inside);
      if (label(here) == "box") return body;  // a frame has no meaning
      return tree_->add(Op::Enclosed, label(here), std::span(&body, 1), span(here.node));
    }
    default:
      return symbol_leaf(here);
  }
}

// \left. F \right|_a^b: a fenceless group that ends in a bar and carries the limits.
bool OperatorGrammar::evaluation(NodeId node, NodeId& out) {
  const LayoutNode& n = layout_->node(node);
  const NodeId inside = n.link(Relation::Within);
  if (n.label.length != 0 || inside == kNoNode || single(inside)) return false;
  const NodeId lower = n.link(Relation::Below);
  const NodeId upper = n.link(Relation::Above);
  if (lower == kNoNode && upper == kNoNode) return false;
  NodeId last = inside;
  while (layout_->node(last).next() != kNoNode) last = layout_->node(last).next();
  if (layout_->node(last).kind != SymbolKind::Operator || layout_->label(last) != "|") return false;
  const std::size_t items_mark = items_.size();
  const Cursor all = collect(inside);
  const NodeId body = phrase({all.at, all.end - 1});
  items_.resize(items_mark);
  const std::size_t mark = parts_.size();
  parts_.push_back(body);
  const NodeId low = lower == kNoNode ? missing() : row(lower);
  parts_.push_back(low);
  if (upper != kNoNode) {
    const NodeId high = row(upper);
    parts_.push_back(high);
  }
  out = make_from(Op::EvaluatedAt, "", mark, n.source);
  return true;
}

NodeId OperatorGrammar::scripted(Cursor& c) {
  const Item head = items_[c.at];
  if (head.kind == SymbolKind::Fraction) return fraction(c);
  const NodeId base = operand(c);
  const NodeId made = tree_->op(base) == Op::EvaluatedAt && head.kind == SymbolKind::Group
                          ? base
                          : with_scripts(base, head.node);
  if (is_call(head, c)) {
    const NodeId arguments = items_[c.at].node;
    ++c.at;
    return postfix(apply_to_group(made, head, arguments), c);
  }
  if (layout_->node(head.node).names_operator && is_applied_name(head, c)) {
    return postfix(apply_name(made, head, c), c);
  }
  // (f ∘ g)(x), (f + g)(x)
  if (head.kind == SymbolKind::Group && label(head) == "()" && !c.done() &&
      holds_arguments(items_[c.at]) && !starts_with_gap(items_[c.at]) &&
      (tree_->op(base) == Op::Compose || combines_functions(*tree_, base))) {
    const std::size_t mark = parts_.size();
    parts_.push_back(made);
    const NodeId arguments = items_[c.at].node;
    ++c.at;
    push_arguments(arguments, Context::Argument);
    const NodeId call = make_from(Op::Apply, "", mark);
    return postfix(with_scripts(call, arguments), c);
  }
  return postfix(made, c);
}

NodeId OperatorGrammar::postfix(NodeId base, Cursor& c) {
  while (!c.done() && !stopped_) {
    const Item here = items_[c.at];
    if (here.kind == SymbolKind::Blank) {  // T^a{}_b: further scripts of the symbol before it
      ++c.at;
      base = with_scripts(base, here.node);
      continue;
    }
    if (here.role == SymbolRole::Postfix) {
      const std::string_view glyph = label(here);
      Op op = Op::Factorial;
      if (glyph == "!!") {
        op = Op::DoubleFactorial;
      } else if (glyph == "%") {
        op = Op::Percent;
      } else if (glyph != "!") {
        break;
      }
      ++c.at;
      base = tree_->add(op, "", std::span(&base, 1));
      base = with_scripts(base, here.node);
      continue;
    }
    // F(x) |_a^b
    if (here.role == SymbolRole::Bar && !unscripted(here.node)) {
      const NodeId lower = link(here.node, Relation::Under) != kNoNode
                               ? link(here.node, Relation::Under)
                               : link(here.node, Relation::Below);
      const NodeId upper = link(here.node, Relation::Over) != kNoNode
                               ? link(here.node, Relation::Over)
                               : link(here.node, Relation::Above);
      ++c.at;
      const std::size_t mark = parts_.size();
      parts_.push_back(base);
      const NodeId low = lower == kNoNode ? missing() : row(lower);
      parts_.push_back(low);
      if (upper != kNoNode) {
        const NodeId high = row(upper);
        parts_.push_back(high);
      }
      base = make_from(Op::EvaluatedAt, "", mark);
      continue;
    }
    break;
  }
  return base;
}

NodeId OperatorGrammar::superscripted(NodeId base, NodeId script) {
  // Primes first: f'^2 is the square of f'.
  while (script != kNoNode && layout_->node(script).kind == SymbolKind::Operator) {
    const std::size_t primes = primes_in(layout_->label(script));
    if (primes == 0) break;
    const NodeId count =
        tree_->add_leaf(Op::Number, std::to_string(primes), layout_->node(script).source);
    base = make(Op::Prime, base, count);
    script = layout_->node(script).next();
  }
  if (script == kNoNode) return base;
  const LayoutNode& first = layout_->node(script);
  if (first.kind == SymbolKind::Operator) {
    if (first.next() == kNoNode && unscripted(script)) {
      Item item{script, first.kind, SymbolRole::Letter, nullptr, 0};
      classify(item);
      const NodeId sign = symbol_leaf(item);  // A^∗, 90^∘, x^+
      return make(Op::Superscript, base, sign);
    }
  }
  const NodeId inside = first.link(Relation::Within);
  const bool is_binomial = inside != kNoNode &&
                           layout_->node(inside).kind == SymbolKind::Fraction &&
                           layout_->node(inside).barless;
  // f^{(n)} is the n-th derivative, x^{(n)} one of several x.
  if (first.kind == SymbolKind::Group && first.next() == kNoNode && unscripted(script) &&
      layout_->label(script) == "()" && first.columns == 1 && !is_binomial) {
    const NodeId order = row(inside);
    return make(names_function(base) ? Op::Prime : Op::Superscript, base, order);
  }
  const NodeId exponent = row(script);
  return make(Op::Power, base, exponent);
}

NodeId OperatorGrammar::accented(NodeId base, NodeId layout_node) {
  const LayoutNode& n = layout_->node(layout_node);
  for (const Relation relation : {Relation::Over, Relation::Under}) {
    const NodeId mark = n.link(relation);
    if (mark == kNoNode) continue;
    const LayoutNode& sign = layout_->node(mark);
    // A mark that can be on either side is an accent only above: x̄ and x̲ are different.
    const std::string_view glyph = layout_->label(mark);
    const bool lower_only = glyph == "⏟" || glyph == "⎵" || glyph == "⏝" || glyph == "⏡";
    if (sign.kind == SymbolKind::Operator && sign.next() == kNoNode && unscripted(mark) &&
        (relation == Relation::Over || lower_only)) {
      base = tree_->add(Op::Call, layout_->label(mark), std::span(&base, 1));
    } else {
      const NodeId script = row(mark);
      base = make(relation == Relation::Over ? Op::Over : Op::Under, base, script);
    }
  }
  return base;
}

NodeId OperatorGrammar::with_scripts(NodeId base, NodeId layout_node) {
  const LayoutNode& n = layout_->node(layout_node);
  const bool limits = n.kind != SymbolKind::Fraction &&
                      (n.link(Relation::Over) != kNoNode || n.link(Relation::Under) != kNoNode);
  if (limits && n.kind == SymbolKind::Operator) {
    // Scripts of operator symbols are drawn as limits but mean scripts. On a relation they annotate
    // it: \overset{def}{=}.
    const bool relation = op_info(tree_->op(base)).klass == OpClass::Relation ||
                          op_info(tree_->op(base)).klass == OpClass::Logic;
    if (const NodeId under = n.link(Relation::Under); under != kNoNode) {
      const NodeId subscript = row(under);
      base = make(relation ? Op::Under : Op::Subscript, base, subscript);
    }
    if (const NodeId over = n.link(Relation::Over); over != kNoNode) {
      if (relation) {
        const NodeId note = row(over);
        base = make(Op::Over, base, note);
      } else {
        base = superscripted(base, over);
      }
    }
  } else if (limits) {
    base = accented(base, layout_node);
  }
  const bool root = n.kind == SymbolKind::Root;
  const NodeId before_above = root ? kNoNode : n.link(Relation::PreAbove);
  const NodeId before_below = n.link(Relation::PreBelow);
  if (const NodeId below = n.link(Relation::Below); below != kNoNode) {
    const NodeId subscript = row(below);
    base = make(Op::Subscript, base, subscript);
  }
  if (const NodeId above = n.link(Relation::Above); above != kNoNode) {
    base = superscripted(base, above);
  }
  if (before_above != kNoNode || before_below != kNoNode) {
    const NodeId below = before_below == kNoNode ? missing() : row(before_below);
    const std::size_t mark = parts_.size();
    parts_.push_back(base);
    parts_.push_back(below);
    if (before_above != kNoNode) {
      const NodeId above = row(before_above);
      parts_.push_back(above);
    }
    base = make_from(Op::Prescript, "", mark);
  }
  return base;
}

}  // namespace noether::formula
