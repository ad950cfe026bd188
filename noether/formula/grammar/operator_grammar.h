// Layout tree to operator tree: the precedence grammar of written mathematics.
//
// A row of symbols is read by descending through the levels below, loosest first; every level works
// on a cursor over the row's symbols. The grammar accepts every row: a symbol that fits nowhere
// becomes an operand that stands for itself, and a missing operand becomes a Missing leaf.
//
//   phrase      words and wide spaces between formulas       x = 1 if y > 0
//   sequence    commas and semicolons                        a, b, c
//   statement   ⇒ ⇔ ∴, quantifiers                           ∀x, p ⇒ q
//   relation    = < ∈ → …, chains                            a = b < c
//   logical     ∧ ∨ (looser than relations where both sides have one)
//   sum         + − ± ∪ ⊕ …
//   product     × · / ∘ … and juxtaposition
//   factor      signs, functions, big operators, derivatives
//   scripted    powers, subscripts, primes, factorials
//   operand     letters, numbers, fences, fractions, roots, tables
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/formula/bare_names.h"
#include "noether/formula/layout_tree.h"
#include "noether/formula/operator_tree.h"
#include "noether/formula/symbols.h"

namespace noether::formula {

// Keeps its buffers between formulas. Not thread-safe.
class OperatorGrammar {
 public:
  // `tree` is cleared first; a diagnostic is added if a limit cut the tree.
  void build(const LayoutTree& layout, OperatorTree& tree, std::vector<base::Error>& diagnostics);

 private:
  struct Item {
    NodeId node = kNoNode;  // the node that carries the scripts
    SymbolKind kind{};
    SymbolRole role{};               // Letter for everything but operators
    const Symbol* symbol = nullptr;  // may be null
    // The differential of an integral, or the closing fence of ⟨ ⌊ ⌈; 0 if it is missing.
    std::size_t partner = 0;
    NodeId first = node;    // the first letter of a name that is drawn as letters
    bool reads_as = false;  // its label is that of `symbol` and not the drawn one: s i n as sin
  };
  struct Cursor {
    std::size_t at;
    std::size_t end;
    bool done() const { return at >= end; }
  };
  // The surroundings of the row being read, if they change its meaning.
  enum class Context : unsigned char { Plain, AfterMembership, Fenced, Argument };

  // rows.cpp
  NodeId row(NodeId head, Context context = Context::Plain);
  Cursor collect(NodeId head);
  void collect_chain(NodeId head);
  Cursor match_partners(std::size_t begin);
  void match_differentials(Cursor c);
  void match_plain_fences(Cursor c);
  void classify(Item& item);
  void push_item(NodeId id);

  // names.cpp
  NodeId collect_letters(NodeId first, std::size_t row_begin);
  bool takes_argument(const BareName& name, NodeId last, NodeId after, std::size_t row_begin) const;
  bool starts_argument(NodeId node) const;
  bool is_applied_name(const Item& head, const Cursor& after) const;
  NodeId apply_name(NodeId head, const Item& head_item, Cursor& c);
  void match_angles(Cursor c);
  std::size_t closing_angle(Cursor c, std::size_t open) const;
  bool ends_operand(std::size_t at) const;
  NodeId phrase(Cursor c);
  NodeId sequence(Cursor c);
  bool separates_formulas(Cursor c, std::size_t i) const;
  bool starts_after_gap(std::size_t i) const;
  void split_sequence(Cursor c, std::vector<Cursor>& parts) const;
  bool related_list(Cursor c, const std::vector<Cursor>& parts) const;
  NodeId side(Cursor c);

  // statements.cpp
  NodeId statement(Cursor c);
  NodeId quantified(Cursor c);
  std::size_t bound_end(Cursor c) const;
  NodeId connected(Cursor c);
  NodeId relation(Cursor c);
  NodeId related(Cursor c);
  NodeId relations(Cursor c);
  NodeId typed(Cursor c);
  NodeId connectives(Cursor c);
  bool is_modulo(const Item& item) const;
  NodeId after_modulo_word(NodeId head) const;
  bool begins_with_modulo(NodeId head) const;
  NodeId logical(Cursor c);
  bool logic_is_loose(Cursor c) const;
  bool congruence(Cursor c, NodeId& out);
  NodeId relation_operator(const Item& item);

  // arithmetic.cpp
  NodeId sum(Cursor& c);
  NodeId meet(Cursor& c);
  NodeId product(Cursor& c);
  bool flat_derivative(Cursor& c, NodeId& out);
  NodeId implicit_product(Cursor& c, bool stop_at_group);
  NodeId factor(Cursor& c);
  NodeId signed_factor(Cursor& c);
  bool is_mixed_number(std::size_t at) const;
  bool starts_factor(const Cursor& c) const;
  bool is_set(NodeId id) const;
  bool are_sets(std::size_t mark) const;

  // application.cpp
  NodeId function(Cursor& c);
  NodeId limit_function(Cursor& c);
  bool names_function(NodeId leaf) const;
  bool holds_arguments(const Item& item) const;
  bool is_call(const Item& head, const Cursor& after) const;
  NodeId apply_to_group(NodeId head, const Item& head_item, NodeId group);
  bool holds_plain_fences(NodeId group) const;
  Cursor collect_cells(NodeId group);
  void push_arguments(NodeId group, Context context);

  // big_operators.cpp
  NodeId big_operator(Cursor& c);
  NodeId integral(Cursor& c);

  // derivatives.cpp
  NodeId fraction(Cursor& c);
  bool derivative(Cursor& c, NodeId fraction_node, NodeId& out);

  // groups.cpp
  NodeId group(NodeId node);
  NodeId fenced_list(NodeId node);
  NodeId set(NodeId node);
  NodeId table(NodeId node, bool as_cases);
  bool reads_as_lines(NodeId node) const;
  NodeId line(std::size_t items_mark);
  NodeId plain_fence(Cursor& c);
  NodeId cell(NodeId head, Context context);
  bool is_matrix_row(NodeId node) const;

  // scripts.cpp
  NodeId scripted(Cursor& c);
  NodeId operand(Cursor& c);
  bool evaluation(NodeId node, NodeId& out);
  NodeId with_scripts(NodeId base, NodeId layout_node);
  NodeId superscripted(NodeId base, NodeId script);
  NodeId accented(NodeId base, NodeId layout_node);
  NodeId symbol_leaf(const Item& item);
  NodeId postfix(NodeId base, Cursor& c);

  // Helpers for every part.
  const Item& item(std::size_t at) const { return items_[at]; }
  std::string_view label(const Item& i) const {
    return i.reads_as ? i.symbol->glyph : layout_->label(i.node);
  }
  bool is_operator(const Item& i, std::string_view glyph) const {
    return i.kind == SymbolKind::Operator && label(i) == glyph;
  }
  bool is_group(const Item& i, std::string_view fences) const {
    return i.kind == SymbolKind::Group && label(i) == fences;
  }
  NodeId link(NodeId node, Relation relation) const { return layout_->node(node).link(relation); }
  bool single(NodeId head) const {
    return head != kNoNode && layout_->node(head).next() == kNoNode;
  }
  bool unscripted(NodeId node) const;
  bool unscripted_fraction(NodeId node) const;
  base::Span span(NodeId node) const { return layout_->node(node).source; }
  base::Span span(const Item& i) const { return {span(i.first).begin, span(i.node).end}; }
  bool starts_with_gap(const Item& i) const { return layout_->node(i.first).wide_space_before; }
  NodeId missing() { return tree_->add_leaf(Op::Missing, ""); }
  NodeId make(Op op, NodeId a) { return tree_->add(op, "", std::span(&a, 1)); }
  NodeId make(Op op, NodeId a, NodeId b);
  NodeId make(Op op, NodeId a, NodeId b, NodeId c);
  NodeId make_from(Op op, std::string_view label, std::size_t mark, base::Span source = {});
  bool too_deep();

  const LayoutTree* layout_ = nullptr;
  OperatorTree* tree_ = nullptr;
  std::vector<Item> items_;
  std::vector<NodeId> parts_;  // operands being collected
  std::string text_;           // scratch for labels
  Context context_ = Context::Plain;
  int depth_ = 0;
  bool stopped_ = false;
  bool in_relation_list_ = false;    // commas belong to the sides of the relation being read
  bool wants_differential_ = false;  // inside an integral whose differential is in a fraction
  NodeId found_differential_ = kNoNode;
};

}  // namespace noether::formula
