// Rows, words between formulas, and comma-separated sequences.
#include <algorithm>
#include <array>
#include <utility>

#include "noether/formula/grammar/operator_grammar.h"
#include "noether/formula/limits.h"

namespace noether::formula {
namespace {

// Words that join formulas rather than name or measure something.
constexpr std::array kJoiningWords = std::to_array<std::string_view>({"if",
                                                                      "and",
                                                                      "or",
                                                                      "for",
                                                                      "otherwise",
                                                                      "where",
                                                                      "when",
                                                                      "with",
                                                                      "then",
                                                                      "since",
                                                                      "so",
                                                                      "such",
                                                                      "that",
                                                                      "as",
                                                                      "but",
                                                                      "is",
                                                                      "are",
                                                                      "iff",
                                                                      "on",
                                                                      "in",
                                                                      "else",
                                                                      "is not",
                                                                      "if and only if",
                                                                      "s.t.",
                                                                      "i.e.",
                                                                      "e.g.",
                                                                      "a.e.",
                                                                      "a.s.",
                                                                      "to",
                                                                      "by",
                                                                      "let",
                                                                      "have",
                                                                      "implies",
                                                                      "not",
                                                                      "for all",
                                                                      "whenever",
                                                                      "unless",
                                                                      "because",
                                                                      "hence",
                                                                      "thus",
                                                                      "while",
                                                                      "from",
                                                                      "of",
                                                                      "at"});

bool joins_formulas(std::string_view text) {
  if (text.find(' ') != std::string_view::npos) return true;
  while (!text.empty() && (text.back() == ',' || text.back() == ':' || text.back() == '.')) {
    if (std::ranges::find(kJoiningWords, text) != kJoiningWords.end()) return true;
    text.remove_suffix(1);
  }
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return std::ranges::find(kJoiningWords, lower) != kJoiningWords.end();
}

}  // namespace

void OperatorGrammar::build(const LayoutTree& layout, OperatorTree& tree,
                            std::vector<base::Error>& diagnostics) {
  layout_ = &layout;
  tree_ = &tree;
  tree.clear();
  items_.clear();
  parts_.clear();
  context_ = Context::Plain;
  depth_ = 0;
  stopped_ = false;
  in_relation_list_ = false;
  wants_differential_ = false;
  tree.set_root(row(layout.root()));
  if (tree.too_deep() || stopped_) {
    const base::Span span =
        layout.empty() ? base::Span{} : base::Span{0, layout.node(layout.root()).source.end};
    diagnostics.push_back(
        {"operators nested too deeply", span,
         "an operator tree may be " + std::to_string(kMaxOperatorDepth) + " levels high"});
  }
}

bool OperatorGrammar::too_deep() {
  if (depth_ < kMaxOperatorDepth) return false;
  stopped_ = true;
  return true;
}

NodeId OperatorGrammar::make(Op op, NodeId a, NodeId b) {
  const std::array children = {a, b};
  return tree_->add(op, "", children);
}

NodeId OperatorGrammar::make(Op op, NodeId a, NodeId b, NodeId c) {
  const std::array children = {a, b, c};
  return tree_->add(op, "", children);
}

NodeId OperatorGrammar::make_from(Op op, std::string_view label, std::size_t mark,
                                  base::Span source) {
  const NodeId id = tree_->add(op, label, std::span(parts_).subspan(mark), source);
  parts_.resize(mark);
  return id;
}

bool OperatorGrammar::unscripted(NodeId node) const {
  const LayoutNode& n = layout_->node(node);
  for (const Relation relation : {Relation::Above, Relation::Below, Relation::Over, Relation::Under,
                                  Relation::PreAbove, Relation::PreBelow}) {
    if (n.link(relation) != kNoNode) return false;
  }
  return true;
}

void OperatorGrammar::classify(Item& item) {
  item.symbol = nullptr;
  item.role = SymbolRole::Letter;
  item.partner = 0;
  if (item.kind == SymbolKind::Operator) {
    const std::string_view glyph = layout_->label(item.node);
    item.symbol = symbol_by_glyph(glyph);
    if (item.symbol != nullptr) {
      item.role = item.symbol->role;
    } else if (glyph.starts_with("′") || glyph == "!!") {
      item.role = SymbolRole::Postfix;
    } else if (glyph == ":=") {
      item.role = SymbolRole::Relation;
    } else if (glyph == "mod") {
      item.role = SymbolRole::Multiplicative;
    } else if (glyph.size() > 1 && static_cast<unsigned char>(glyph[0]) < 0x80) {
      item.role = SymbolRole::LimitFunction;  // \mathop{...}
    } else if (glyph.ends_with("\xCC\xB8")) {
      item.role = SymbolRole::Relation;  // struck through by \not
    } else if (glyph.starts_with("\xE2\x86") || glyph.starts_with("\xE2\x87")) {
      item.role = SymbolRole::Relation;  // the arrows of U+2190 to U+21FF
    } else if (glyph.starts_with("\xE2\x88") || glyph.starts_with("\xE2\x8B") ||
               glyph.starts_with("\xE2\xA9")) {
      item.role = SymbolRole::Relation;
    }
  } else if (item.kind == SymbolKind::Variable) {
    const std::string_view name = layout_->label(item.node);
    if (name.size() > 1) {
      item.symbol = symbol_by_glyph(name);
      if (item.symbol != nullptr) item.role = item.symbol->role;
    }
  }
}

void OperatorGrammar::push_item(NodeId id) {
  Item item{id, layout_->node(id).kind, SymbolRole::Letter, nullptr, 0};
  if (item.kind == SymbolKind::Blank && unscripted(id)) return;
  classify(item);
  items_.push_back(item);
}

void OperatorGrammar::collect_chain(NodeId head) {
  const std::size_t row_begin = items_.size();
  for (NodeId id = head; id != kNoNode;) {
    const NodeId next = layout_->node(id).next();
    if (next != kNoNode && layout_->node(next).touches_previous) {
      id = collect_letters(id, row_begin);
    } else {
      push_item(id);
      id = next;
    }
  }
}

OperatorGrammar::Cursor OperatorGrammar::collect(NodeId head) {
  const std::size_t begin = items_.size();
  collect_chain(head);
  return match_partners(begin);
}

// Collects the items from `begin` on, and pairs all that have a partner in the row.
OperatorGrammar::Cursor OperatorGrammar::match_partners(std::size_t begin) {
  bool integrals = false;
  bool fences = false;
  bool angles = false;
  for (std::size_t i = begin; i < items_.size(); ++i) {
    const SymbolRole role = items_[i].role;
    if (role == SymbolRole::Integral) integrals = true;
    if (role == SymbolRole::Open) fences = true;
    if (role == SymbolRole::Relation && items_[i].symbol != nullptr &&
        items_[i].symbol->op == Op::Less) {
      angles = true;
    }
  }
  if (angles) match_angles({begin, items_.size()});
  const Cursor c{begin, items_.size()};
  if (integrals) match_differentials(c);
  if (fences || angles) match_plain_fences(c);
  return c;
}

// Pairs ⟨ ⟩, ⌊ ⌋ and ⌈ ⌉, which the layout leaves as plain symbols.
void OperatorGrammar::match_plain_fences(Cursor c) {
  std::vector<std::size_t> open;
  for (std::size_t i = c.at; i < c.end; ++i) {
    const Item& here = items_[i];
    if (here.kind != SymbolKind::Operator) continue;
    if (here.role == SymbolRole::Open && unscripted(here.node)) open.push_back(i);
    if (here.role != SymbolRole::Close || open.empty()) continue;
    const std::string_view opener = label(items_[open.back()]);
    const std::string_view closer = label(here);
    if ((opener == "⟨" && closer == "⟩") || (opener == "⌊" && closer == "⌋") ||
        (opener == "⌈" && closer == "⌉")) {
      items_[open.back()].partner = i;
      open.pop_back();
    }
  }
}

// Pairs every integral sign with the differential that closes it, innermost first.
void OperatorGrammar::match_differentials(Cursor c) {
  std::vector<std::size_t> open;
  for (std::size_t i = c.at; i < c.end; ++i) {
    const Item& here = items_[i];
    if (here.role == SymbolRole::Integral) {
      open.push_back(i);
    } else if (here.role == SymbolRole::Relation || here.role == SymbolRole::Connective) {
      open.clear();
    } else if (!open.empty() && i + 1 < c.end &&
               (here.kind == SymbolKind::Variable || here.kind == SymbolKind::Operator) &&
               (label(here) == "d" || label(here) == "𝑑") &&
               items_[i + 1].kind == SymbolKind::Variable &&
               (items_[i + 1].role == SymbolRole::Letter)) {
      items_[open.back()].partner = i;
      const Op op = items_[open.back()].symbol->op;
      const std::size_t more = op == Op::DoubleIntegral ? 1 : op == Op::TripleIntegral ? 2 : 0;
      i += 1;
      for (std::size_t k = 0; k < more; ++k) {
        if (i + 2 < c.end && label(items_[i + 1]) == "d" &&
            items_[i + 2].kind == SymbolKind::Variable) {
          i += 2;
        }
      }
      open.pop_back();
    }
  }
}

NodeId OperatorGrammar::row(NodeId head, Context context) {
  const Context outer = std::exchange(context_, context);
  const bool in_list = std::exchange(in_relation_list_, false);
  const std::size_t mark = items_.size();
  const Cursor c = collect(head);
  const NodeId made = phrase(c);
  items_.resize(mark);
  context_ = outer;
  in_relation_list_ = in_list;
  return made;
}

// Whether the text at `i` is between formulas. A text that is one side of a relation is not.
bool OperatorGrammar::separates_formulas(Cursor c, std::size_t i) const {
  const Item& here = items_[i];
  if (!unscripted(here.node)) return false;
  const auto is_relation_at = [&](std::size_t at) {
    return at >= c.at && at < c.end && items_[at].role == SymbolRole::Relation;
  };
  if ((i > c.at && is_relation_at(i - 1)) || is_relation_at(i + 1)) return false;
  if (joins_formulas(label(here))) return true;
  // A word of another language before a whole relation: si x < 0.
  if (i == c.at && i + 1 < c.end && items_[i + 1].kind != SymbolKind::Operator &&
      items_[i + 1].kind != SymbolKind::Group && symbol_by_glyph(label(here)) == nullptr) {
    for (std::size_t k = i + 1; k < c.end; ++k) {
      if (items_[k].role == SymbolRole::Relation) return true;
    }
  }
  return i + 1 < c.end && starts_with_gap(items_[i + 1]);
}

NodeId OperatorGrammar::phrase(Cursor c) {
  const std::size_t mark = parts_.size();
  std::size_t begin = c.at;
  int depth = 0;
  bool words = false;
  for (std::size_t i = c.at; i < c.end; ++i) {
    const Item& here = items_[i];
    if (here.role == SymbolRole::Open) ++depth;
    if (here.role == SymbolRole::Close && depth > 0) --depth;
    if (depth > 0) continue;
    if (here.kind == SymbolKind::Text && c.end - c.at > 1 && separates_formulas(c, i)) {
      const NodeId text = tree_->add_leaf(Op::Text, label(here), span(here.node));
      if (i > begin) {
        const NodeId before = sequence({begin, i});
        parts_.push_back(before);
      }
      parts_.push_back(text);
      words = true;
      begin = i + 1;
    }
  }
  if (!words) return sequence(c);
  if (begin < c.end) {
    const NodeId rest = sequence({begin, c.end});
    parts_.push_back(rest);
  }
  if (parts_.size() == mark + 1) {
    const NodeId only = parts_.back();
    parts_.resize(mark);
    return only;
  }
  return make_from(Op::Phrase, "", mark);
}

// Whether the symbol at `i` starts a new formula after a wide space.
bool OperatorGrammar::starts_after_gap(std::size_t i) const {
  const Item& here = items_[i];
  if (!starts_with_gap(here)) return false;
  switch (here.role) {
    case SymbolRole::Relation:
    case SymbolRole::Connective:
    case SymbolRole::Additive:
    case SymbolRole::Multiplicative:
    case SymbolRole::Logical:
    case SymbolRole::Punctuation:
      return false;
    default:
      return !is_group(here, "()");
  }
}

// Splits a row into its parts, at wide spaces if there are any, else at commas.
void OperatorGrammar::split_sequence(Cursor c, std::vector<Cursor>& parts) const {
  const auto split = [&](bool at_gaps) {
    std::size_t begin = c.at;
    int depth = 0;
    // The body of a quantifier may follow a comma: ∀x ∈ X, p(x).
    bool in_quantified = false;
    for (std::size_t i = c.at; i < c.end; ++i) {
      const Item& here = items_[i];
      if (here.role == SymbolRole::Open) ++depth;
      if (here.role == SymbolRole::Close && depth > 0) --depth;
      if (i == begin && here.role == SymbolRole::Quantifier) in_quantified = true;
      if (depth > 0 || in_quantified) continue;
      const bool gap = at_gaps && i > begin && starts_after_gap(i);
      const bool comma = !at_gaps && here.role == SymbolRole::Punctuation && i > c.at;
      if (!gap && !comma) continue;
      if (i > begin) parts.push_back({begin, i});
      begin = comma ? i + 1 : i;
      if (gap && here.role == SymbolRole::Quantifier) in_quantified = true;
    }
    if (begin < c.end) parts.push_back({begin, c.end});
  };
  split(true);
  if (parts.size() > 1) return;
  parts.clear();
  split(false);
}

// x, y ∈ X and k = 1, 2, 3: if only one part has a relation, the lists are its sides. A colon may
// occur only in the last part: f, g : A → B.
bool OperatorGrammar::related_list(Cursor c, const std::vector<Cursor>& parts) const {
  for (std::size_t i = c.at; i < c.end; ++i) {
    if (is_operator(items_[i], ";") || is_operator(items_[i], ".") ||
        items_[i].kind == SymbolKind::Text || items_[i].role == SymbolRole::Connective ||
        items_[i].role == SymbolRole::Quantifier || (i > c.at && starts_after_gap(i))) {
      return false;
    }
  }
  std::size_t with_relation = 0;
  std::size_t relations = 0;
  bool colon_in_last = false;
  for (const Cursor& part : parts) {
    std::size_t here = 0;
    for (std::size_t i = part.at; i < part.end; ++i) {
      if (is_operator(items_[i], ":")) {
        if (here > 0 || part.end != c.end) return false;
        colon_in_last = true;
      }
      if (items_[i].role == SymbolRole::Relation) ++here;
    }
    relations += here;
    if (here > 0) ++with_relation;
  }
  return with_relation == 1 && (relations == 1 || colon_in_last);
}

NodeId OperatorGrammar::sequence(Cursor c) {
  // Punctuation that ends the formula belongs to the sentence around it.
  while (!c.done() && items_[c.end - 1].role == SymbolRole::Punctuation &&
         unscripted(items_[c.end - 1].node) && c.end - c.at > 1) {
    --c.end;
  }
  if (c.done()) return missing();
  bool any = false;
  for (std::size_t i = c.at; i < c.end && !any; ++i) {
    any = items_[i].role == SymbolRole::Punctuation || (i > c.at && starts_with_gap(items_[i]));
  }
  if (!any) return statement(c);
  std::vector<Cursor> parts;
  split_sequence(c, parts);
  const bool list_of_relation = std::exchange(in_relation_list_, false);
  NodeId made = kNoNode;
  if (parts.size() == 1) {
    made = statement(parts[0]);
  } else if (!list_of_relation && related_list(c, parts)) {
    in_relation_list_ = true;
    made = related(c);
  } else {
    const std::size_t mark = parts_.size();
    for (const Cursor& part : parts) {
      const bool smaller = part.end - part.at < c.end - c.at;
      const NodeId one = smaller ? sequence(part) : statement(part);
      if (tree_->op(one) == Op::List && !tree_->children(one).empty() &&
          starts_after_gap(part.at)) {
        // Nested lists of parts are joined into one list.
        const std::vector<NodeId> inner(tree_->children(one).begin(), tree_->children(one).end());
        parts_.insert(parts_.end(), inner.begin(), inner.end());
      } else {
        parts_.push_back(one);
      }
    }
    made = make_from(Op::List, "", mark);
  }
  in_relation_list_ = list_of_relation;
  return made;
}

// One side of a relation: a sum, or a list of sums if commas belong to the relation.
NodeId OperatorGrammar::side(Cursor c) {
  if (c.done()) return missing();
  if (in_relation_list_) {
    std::vector<Cursor> parts;
    split_sequence(c, parts);
    if (parts.size() > 1) return sequence(c);
    if (parts.size() == 1) c = parts[0];
  }
  NodeId made = sum(c);
  while (!c.done() && is_modulo(items_[c.at]) && c.at + 1 < c.end && !stopped_) {
    // a + b mod n: looser than sums.
    const Item sign = items_[c.at];
    ++c.at;
    const std::size_t before = c.at;
    const NodeId modulus = sum(c);
    made = make(Op::Modulo, made, modulus);
    tree_->set_source(made, span(sign.node));
    if (c.at == before) break;
  }
  if (c.done()) return made;
  // Symbols that the grammar cannot place are kept next to the result.
  const std::size_t mark = parts_.size();
  parts_.push_back(made);
  while (!c.done() && !stopped_) {
    const std::size_t before = c.at;
    const NodeId more = sum(c);
    parts_.push_back(more);
    if (c.at == before) ++c.at;
  }
  return make_from(Op::Fragments, "", mark);
}

}  // namespace noether::formula
