// Functions and their arguments; distinguishes f(x) from a(b + c).
#include <array>
#include <utility>

#include "noether/formula/grammar/function_letters.h"
#include "noether/formula/grammar/operator_grammar.h"

namespace noether::formula {
namespace {

// Functions that are applied to brackets as well as to parentheses.
constexpr std::string_view kBracketFunctions[] = {"E", "𝔼", "𝐄", "Var", "Cov", "Pr", "ℙ"};

bool one_of(std::string_view name, std::span<const std::string_view> names) {
  for (const std::string_view known : names) {
    if (known == name) return true;
  }
  return false;
}

// sin^{-1} is the inverse function, not a power.
std::string_view inverse_of(std::string_view name) {
  struct Pair {
    std::string_view function;
    std::string_view inverse;
  };
  static constexpr std::array pairs = std::to_array<Pair>({
      {"sin", "arcsin"},
      {"cos", "arccos"},
      {"tan", "arctan"},
      {"cot", "arccot"},
      {"sec", "arcsec"},
      {"csc", "arccsc"},
      {"sinh", "arcsinh"},
      {"cosh", "arccosh"},
      {"tanh", "arctanh"},
      {"coth", "arccoth"},
      {"sech", "arcsech"},
      {"csch", "arccsch"},
  });
  for (const Pair& pair : pairs) {
    if (pair.function == name) return pair.inverse;
  }
  return {};
}

}  // namespace

void OperatorGrammar::push_arguments(NodeId group, Context context) {
  if (holds_plain_fences(group)) {
    // A comma between ⟨ and ⟩ has split an argument, so the row is read as a whole.
    const std::size_t items_mark = items_.size();
    const Context outer = std::exchange(context_, context);
    const Cursor all = collect_cells(group);
    std::vector<Cursor> arguments;
    split_sequence(all, arguments);
    for (const Cursor& argument : arguments) {
      const NodeId made = phrase(argument);
      parts_.push_back(made);
    }
    context_ = outer;
    items_.resize(items_mark);
    return;
  }
  NodeId cell_head = link(group, Relation::Within);
  while (cell_head != kNoNode) {
    const NodeId argument = cell(cell_head, context);
    parts_.push_back(argument);
    cell_head = link(cell_head, Relation::Element);
  }
}

bool OperatorGrammar::holds_plain_fences(NodeId group) const {
  for (NodeId cell_head = link(group, Relation::Within); cell_head != kNoNode;
       cell_head = link(cell_head, Relation::Element)) {
    bool after_operand = false;
    for (NodeId id = cell_head; id != kNoNode; id = layout_->node(id).next()) {
      const bool sign = layout_->node(id).kind == SymbolKind::Operator;
      if (sign) {
        const std::string_view glyph = layout_->label(id);
        if (glyph == "⟨" || glyph == "⌊" || glyph == "⌈") return true;
        if (glyph == "<" && !after_operand) return true;
      }
      after_operand = !sign;
    }
  }
  return false;
}

OperatorGrammar::Cursor OperatorGrammar::collect_cells(NodeId group) {
  const std::size_t begin = items_.size();
  for (NodeId id = link(group, Relation::Within); id != kNoNode; id = link(id, Relation::Element)) {
    collect_chain(id);
  }
  return match_partners(begin);
}

// \sin x, \sin^2 x, \log_2 x, \sin(x + y) z
NodeId OperatorGrammar::function(Cursor& c) {
  const Item head = items_[c.at];
  ++c.at;
  const std::size_t mark = parts_.size();
  const NodeId above = link(head.node, Relation::Above) != kNoNode
                           ? link(head.node, Relation::Above)
                           : link(head.node, Relation::Over);
  const NodeId below = link(head.node, Relation::Below) != kNoNode
                           ? link(head.node, Relation::Below)
                           : link(head.node, Relation::Under);
  std::string name(label(head));
  bool inverse = false;
  if (above != kNoNode && layout_->node(above).kind == SymbolKind::Operator &&
      layout_->label(above) == "-") {
    const NodeId one = layout_->node(above).next();
    inverse = single(one) && layout_->label(one) == "1" && !inverse_of(name).empty();
  }
  if (inverse) name = inverse_of(name);

  NodeId outer_scripts = kNoNode;  // \sin(x)^2 squares the sine
  if (!c.done() && holds_arguments(items_[c.at]) && !starts_with_gap(items_[c.at])) {
    outer_scripts = items_[c.at].node;
    push_arguments(outer_scripts, Context::Argument);
    ++c.at;
  } else if (c.at + 1 < c.end && is_operator(items_[c.at], "-") && unscripted(items_[c.at].node) &&
             (items_[c.at + 1].kind == SymbolKind::Number ||
              (items_[c.at + 1].kind == SymbolKind::Variable &&
               items_[c.at + 1].role == SymbolRole::Letter))) {
    const base::Span sign = span(items_[c.at].node);  // \sin -x
    ++c.at;
    const NodeId argument = implicit_product(c, true);
    parts_.push_back(tree_->add(Op::Negate, "", std::span(&argument, 1), sign));
  } else {
    const NodeId argument = implicit_product(c, true);
    if (argument != kNoNode) parts_.push_back(argument);
  }
  const bool applied = parts_.size() > mark;
  const bool logarithm = name == "log";
  NodeId base = kNoNode;
  if (below != kNoNode && logarithm && applied) {
    const NodeId radix = row(below);
    parts_.push_back(radix);
    base = make_from(Op::Log, "", mark, span(head));
  } else if (below != kNoNode) {
    // A subscripted function is a compound head: ln_a x.
    const NodeId leaf = logarithm ? tree_->add_leaf(Op::Log, "", span(head))
                                  : tree_->add_leaf(Op::Call, name, span(head));
    const NodeId subscript = row(below);
    const NodeId compound = make(Op::Subscript, leaf, subscript);
    if (applied) {
      parts_.insert(parts_.begin() + static_cast<std::ptrdiff_t>(mark), compound);
      base = make_from(Op::Apply, "", mark);
    } else {
      base = compound;
    }
  } else if (logarithm) {
    base = make_from(Op::Log, "", mark, span(head));
  } else {
    base = make_from(Op::Call, name, mark, span(head));
  }
  if (above != kNoNode && !inverse) base = superscripted(base, above);
  if (outer_scripts != kNoNode) base = with_scripts(base, outer_scripts);
  return postfix(base, c);
}

// \lim, \max, \gcd, \det: limits below, then a body or parenthesised arguments.
NodeId OperatorGrammar::limit_function(Cursor& c) {
  const Item head = items_[c.at];
  const Op op = head.symbol == nullptr ? Op::Call : head.symbol->op;
  const OpClass klass = op_info(op).klass;
  const NodeId below = link(head.node, Relation::Below) != kNoNode
                           ? link(head.node, Relation::Below)
                           : link(head.node, Relation::Under);
  const bool next_is_arguments = c.at + 1 < c.end && holds_arguments(items_[c.at + 1]);
  if (klass == OpClass::Big && op != Op::Maximum && op != Op::Minimum) return big_operator(c);
  if (klass == OpClass::Big && below != kNoNode) return big_operator(c);
  if (klass == OpClass::Big && !next_is_arguments) return big_operator(c);
  // max(a, b), gcd(a, b), det A
  ++c.at;
  const std::size_t mark = parts_.size();
  NodeId outer_scripts = kNoNode;
  if (next_is_arguments) {
    outer_scripts = items_[c.at].node;
    push_arguments(outer_scripts, Context::Argument);
    ++c.at;
  } else if (const NodeId argument = implicit_product(c, false); argument != kNoNode) {
    parts_.push_back(argument);
  }
  const bool applied = parts_.size() > mark;
  const bool determinant = op == Op::Determinant;
  NodeId made = kNoNode;
  if (below != kNoNode || !unscripted(head.node)) {
    const NodeId leaf = determinant ? tree_->add_leaf(op, "", span(head))
                                    : tree_->add_leaf(Op::Call, label(head), span(head));
    const NodeId compound = with_scripts(leaf, head.node);
    if (!applied) return postfix(compound, c);
    parts_.insert(parts_.begin() + static_cast<std::ptrdiff_t>(mark), compound);
    made = make_from(Op::Apply, "", mark);
  } else if (determinant) {
    made = make_from(op, "", mark, span(head));
  } else {
    made = make_from(Op::Call, label(head), mark, span(head));
  }
  if (outer_scripts != kNoNode) made = with_scripts(made, outer_scripts);
  return postfix(made, c);
}

bool OperatorGrammar::names_function(NodeId leaf) const {
  return tree_->op(leaf) == Op::Variable && is_function_letter(tree_->label(leaf));
}

// Parentheses around a list, not around a matrix or a binomial.
bool OperatorGrammar::holds_arguments(const Item& item) const {
  if (!is_group(item, "()") || layout_->node(item.node).rows != 1) return false;
  const NodeId inside = link(item.node, Relation::Within);
  return inside == kNoNode ||
         !(layout_->node(inside).kind == SymbolKind::Fraction && layout_->node(inside).barless);
}

bool OperatorGrammar::is_call(const Item& head, const Cursor& after) const {
  if (after.done()) return false;
  const Item& next = items_[after.at];
  // E[X] is an expectation; other brackets multiply or delimit.
  if (is_group(next, "[]") && layout_->node(next.node).rows == 1 &&
      layout_->node(next.node).columns == 1 && head.kind == SymbolKind::Variable) {
    return one_of(label(head), kBracketFunctions);
  }
  if (!is_group(next, "()") || layout_->node(next.node).rows != 1 || starts_with_gap(next)) {
    return false;
  }
  const NodeId inside = link(next.node, Relation::Within);
  if (inside == kNoNode) return false;
  if (head.kind == SymbolKind::Text) return true;
  if (head.kind != SymbolKind::Variable) return false;
  const std::string_view name = label(head);
  if (head.role == SymbolRole::Dots || name == "∞" || name == "∅" || name == "…" || name == "⋯") {
    return false;
  }
  // A modulus is an annotation, not an argument.
  if (begins_with_modulo(inside)) return false;
  const bool binomial =
      layout_->node(inside).kind == SymbolKind::Fraction && layout_->node(inside).barless;
  if (binomial) return false;
  // A name of several letters is the name of a function.
  if (name.size() > 1 && static_cast<unsigned char>(name[0]) < 0x80) return true;
  if (layout_->node(next.node).columns > 1) return true;
  bool sum_inside = false;
  bool relation_inside = false;
  std::size_t symbols = 0;
  for (NodeId id = inside; id != kNoNode; id = layout_->node(id).next()) {
    ++symbols;
    if (layout_->node(id).kind != SymbolKind::Operator) continue;
    const Symbol* symbol = symbol_by_glyph(layout_->label(id));
    if (symbol == nullptr) continue;
    if (symbol->role == SymbolRole::Relation || symbol->role == SymbolRole::Bar) {
      relation_inside = true;
    }
    if (symbol->role == SymbolRole::Additive) sum_inside = true;
  }
  if (relation_inside) return true;
  if (symbols == 1 && layout_->node(inside).kind != SymbolKind::Group) return true;
  return is_function_letter(name) && !(sum_inside && is_sometimes_factor(name));
}

NodeId OperatorGrammar::apply_to_group(NodeId head, const Item& head_item, NodeId group) {
  const std::size_t mark = parts_.size();
  const bool plain = unscripted(head_item.node);
  if (!plain) parts_.push_back(head);
  push_arguments(group, Context::Argument);
  const NodeId call = plain ? make_from(Op::Call, label(head_item), mark, span(head_item.node))
                            : make_from(Op::Apply, "", mark);
  return with_scripts(call, group);
}

}  // namespace noether::formula
