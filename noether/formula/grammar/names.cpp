// Names typed as letters, operators that are given by name, and angle brackets typed as < and >.
#include <algorithm>
#include <vector>

#include "noether/formula/grammar/operator_grammar.h"

namespace noether::formula {
namespace {

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }

// No list between angle brackets is longer; the limit keeps a row of < cheap.
constexpr std::size_t kMaxAngleItems = 512;

// One piece of a run of letters: a name, or a letter where `name` is null.
struct NamePiece {
  const BareName* name;
  std::size_t begin;
  std::size_t end;
};

// Splits adjacent letters into names and single letters: nlogn, sinxcosx, sinxdx. One letter may
// come before the first name, one after each name, and a differential at the end. Returns false if
// the letters do not have this form.
bool cut_glued(std::string_view letters, std::vector<NamePiece>& pieces) {
  pieces.clear();
  std::size_t at = 0;
  if (gluing_name(letters) == nullptr) pieces.push_back({nullptr, 0, at = 1});
  for (;;) {
    const BareName* name = gluing_name(letters.substr(at));
    if (name == nullptr) return false;
    pieces.push_back({name, at, at + name->letters.size()});
    at += name->letters.size();
    if (at == letters.size()) return true;
    pieces.push_back({nullptr, at, at + 1});
    if (++at == letters.size()) return true;
    if (at + 2 == letters.size() && letters[at] == 'd') {
      pieces.push_back({nullptr, at, at + 1});
      pieces.push_back({nullptr, at + 1, at + 2});
      return true;
    }
  }
}

}  // namespace

bool OperatorGrammar::starts_argument(NodeId node) const {
  if (node == kNoNode) return false;
  switch (layout_->node(node).kind) {
    case SymbolKind::Variable:
      return layout_->label(node) != "mod";
    case SymbolKind::Number:
    case SymbolKind::Fraction:
    case SymbolKind::Root:
    case SymbolKind::Group:
    case SymbolKind::Enclosure:
      return true;
    case SymbolKind::Operator: {
      const Symbol* symbol = symbol_by_glyph(layout_->label(node));
      if (symbol == nullptr) return false;
      return symbol->role == SymbolRole::Function || symbol->role == SymbolRole::LimitFunction ||
             symbol->role == SymbolRole::BigOperator || symbol->role == SymbolRole::Integral ||
             symbol->role == SymbolRole::Prefix || symbol->role == SymbolRole::Open;
    }
    default:
      return false;
  }
}

// Whether the context of the letters makes them a name; `last` is the last letter.
bool OperatorGrammar::takes_argument(const BareName& name, NodeId last, NodeId after,
                                     std::size_t row_begin) const {
  switch (name.needs) {
    case BareNeeds::Argument: {
      const bool limits = link(last, Relation::Below) != kNoNode &&
                          symbol_of(name)->role == SymbolRole::LimitFunction;
      return limits || starts_argument(after);
    }
    case BareNeeds::Operand:
    case BareNeeds::Fence: {
      if (after == kNoNode || link(last, Relation::Above) != kNoNode) return false;
      const SymbolKind kind = layout_->node(after).kind;
      if (name.needs == BareNeeds::Operand &&
          (kind == SymbolKind::Variable || kind == SymbolKind::Number)) {
        return starts_argument(after);
      }
      const bool fenced =
          layout_->node(after).kind == SymbolKind::Group && layout_->node(after).label.length != 0;
      return fenced || (layout_->node(after).kind == SymbolKind::Operator &&
                        (layout_->label(after) == "(" || layout_->label(after) == "⟨"));
    }
    case BareNeeds::BothSides:
      return items_.size() > row_begin && ends_operand(items_.size() - 1) && unscripted(last) &&
             starts_argument(after);
  }
  return false;
}

// Reads adjacent letters from `first` on: as the names that they spell if these have their
// arguments, else one by one. Returns the symbol after them.
NodeId OperatorGrammar::collect_letters(NodeId first, std::size_t row_begin) {
  NodeId nodes[kMaxBareRun];
  char letters[kMaxBareRun];
  std::size_t count = 0;
  NodeId after = first;
  do {
    if (count < kMaxBareRun) {
      nodes[count] = after;
      letters[count] = layout_->label(after)[0];
    }
    ++count;
    after = layout_->node(after).next();
  } while (after != kNoNode && layout_->node(after).touches_previous);
  if (count > kMaxBareRun) {
    for (NodeId id = first; id != after; id = layout_->node(id).next()) push_item(id);
    return after;
  }
  const std::string_view run(letters, count);
  const auto push_name = [&](const BareName& name, std::size_t begin, std::size_t end) {
    const Symbol* symbol = symbol_of(name);
    items_.push_back(
        {nodes[end - 1], SymbolKind::Variable, symbol->role, symbol, 0, nodes[begin], true});
  };
  if (const BareName* name = bare_name(run); name != nullptr) {
    // A name of three letters or more that is all of the formula: gcd, arcsin.
    const bool alone = first == layout_->root() && after == kNoNode && count > 2 &&
                       name->needs == BareNeeds::Argument;
    if (alone || takes_argument(*name, nodes[count - 1], after, row_begin)) {
      push_name(*name, 0, count);
      return after;
    }
  }
  // detV, infA: the next letter is clearly not a part of the name.
  if (is_upper(run.back()) && count > 3) {
    const BareName* name = bare_name(run.substr(0, count - 1));
    if (name != nullptr && name->needs == BareNeeds::Argument) {
      push_name(*name, 0, count - 1);
      push_item(nodes[count - 1]);
      return after;
    }
  }
  if (run.starts_with("mod") && count == 4) {
    const BareName* name = bare_name("mod");
    if (takes_argument(*name, nodes[2], nodes[3], row_begin)) {
      push_name(*name, 0, 3);
      push_item(nodes[3]);
      return after;
    }
  }
  thread_local std::vector<NamePiece> pieces;
  if (count > 2 && cut_glued(run, pieces) &&
      (pieces.back().name == nullptr ||
       takes_argument(*pieces.back().name, nodes[count - 1], after, row_begin))) {
    for (const NamePiece& piece : pieces) {
      piece.name == nullptr ? push_item(nodes[piece.begin])
                            : push_name(*piece.name, piece.begin, piece.end);
    }
    return after;
  }
  for (std::size_t i = 0; i < count; ++i) push_item(nodes[i]);
  return after;
}

// \operatorname{foo} x: a name that is given as an operator takes an argument, as sin does.
bool OperatorGrammar::is_applied_name(const Item& head, const Cursor& after) const {
  if (head.kind != SymbolKind::Variable || after.done() || starts_with_gap(items_[after.at])) {
    return false;
  }
  const std::string_view name = label(head);
  if (name.size() < 2 || name == "mod") return false;
  for (const char c : name) {
    if (!is_upper(c) && (c < 'a' || c > 'z')) return false;
  }
  const Item& next = items_[after.at];
  return starts_argument(next.reads_as ? next.first : next.node) && !is_modulo(next);
}

NodeId OperatorGrammar::apply_name(NodeId head, const Item& head_item, Cursor& c) {
  const NodeId argument = implicit_product(c, true);
  if (argument == kNoNode) return head;
  if (!unscripted(head_item.node)) return make(Op::Apply, head, argument);
  return tree_->add(Op::Call, label(head_item), std::span(&argument, 1), span(head_item));
}

bool OperatorGrammar::ends_operand(std::size_t at) const {
  const Item& item = items_[at];
  switch (item.role) {
    case SymbolRole::Letter:
    case SymbolRole::Dots:
      return item.kind != SymbolKind::Text && item.kind != SymbolKind::Operator;
    case SymbolRole::Close:
    case SymbolRole::Postfix:
      return true;
    default:
      return false;
  }
}

// The place of the > or >= that closes the < at `open`, or the end of the row if they are not
// brackets. Outside the pair, one side of a relation is missing; both sides are missing if there is
// no list inside. Inside the pair there is no relation, except behind a bar: <a, b | ab = ba>.
std::size_t OperatorGrammar::closing_angle(Cursor c, std::size_t open) const {
  const bool left_missing = open == c.at || !ends_operand(open - 1);
  bool list = false;
  int depth = 0;
  const std::size_t far = std::min(c.end, open + kMaxAngleItems);
  for (std::size_t i = open + 1; i < far; ++i) {
    const Item& here = items_[i];
    if (here.role == SymbolRole::Open) ++depth;
    if (here.role == SymbolRole::Close && --depth < 0) return c.end;
    if (depth > 0) continue;
    if (here.role == SymbolRole::Punctuation) list = true;
    if (here.role == SymbolRole::Bar && list) {
      const std::size_t last = c.end - 1;  // the relations of the generators may contain anything
      return left_missing && last > i && is_operator(items_[last], ">") ? last : c.end;
    }
    if (here.role == SymbolRole::Connective || here.kind == SymbolKind::Text) return c.end;
    if (here.role != SymbolRole::Relation) continue;
    const bool closes = is_operator(here, ">");
    const bool closes_and_equals = is_operator(here, ">=");
    if ((!closes && !closes_and_equals) || i == open + 1 || !ends_operand(i - 1)) return c.end;
    if (closes_and_equals) return left_missing && list && unscripted(here.node) ? i : c.end;
    const bool right_missing = i + 1 == c.end || items_[i + 1].role == SymbolRole::Relation ||
                               items_[i + 1].role == SymbolRole::Additive ||
                               items_[i + 1].role == SymbolRole::Multiplicative ||
                               items_[i + 1].role == SymbolRole::Punctuation ||
                               items_[i + 1].role == SymbolRole::Connective ||
                               items_[i + 1].role == SymbolRole::Close;
    if (left_missing && right_missing) return i;
    // A line that begins with < continues the previous line.
    return list && (right_missing || (left_missing && open > c.at)) ? i : c.end;
  }
  return c.end;
}

// <p, x> as ⟨p, x⟩. A >= at the end is read as the closing bracket and an equals sign.
void OperatorGrammar::match_angles(Cursor c) {
  const auto read_as = [&](std::size_t at, std::string_view glyph) {
    Item& item = items_[at];
    item.symbol = symbol_by_glyph(glyph);
    item.role = item.symbol->role;
    item.reads_as = true;
  };
  std::vector<std::size_t> closes_and_equals;
  for (std::size_t i = c.at; i < c.end; ++i) {
    if (!is_operator(items_[i], "<") || !unscripted(items_[i].node)) continue;
    const std::size_t close = closing_angle(c, i);
    if (close == c.end) continue;
    if (is_operator(items_[close], ">=")) closes_and_equals.push_back(close);
    read_as(i, "⟨");
    read_as(close, "⟩");
    i = close;
  }
  // Makes room for the equals signs, from the last to the first.
  std::size_t from = items_.size();
  items_.resize(items_.size() + closes_and_equals.size(),
                Item{0, SymbolKind::Blank, SymbolRole::Letter, nullptr, 0});
  std::size_t to = items_.size();
  while (!closes_and_equals.empty()) {
    const std::size_t close = closes_and_equals.back();
    closes_and_equals.pop_back();
    while (from > close + 1) items_[--to] = items_[--from];
    items_[--to] = items_[close];
    read_as(to, "=");
  }
}

}  // namespace noether::formula
