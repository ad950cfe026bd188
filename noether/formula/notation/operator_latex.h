// Writes LaTeX from the operator tree: the levels of the operator grammar in reverse.
// A node is written for the level of its place; one that binds looser gets parentheses, which the
// grammar ignores. Ambiguities that parentheses cannot resolve are avoided otherwise: a factor
// before parentheses gets \cdot (a\cdot(b+c) is not a call of a), digits are separated from digits,
// and an operator that takes all factors to its right (\sum, \sin without parentheses) comes last
// in a product.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "noether/formula/notation/latex_tokens.h"
#include "noether/formula/operator_tree.h"

namespace noether::formula {

class OperatorLatex {
 public:
  OperatorLatex(const OperatorTree& tree, std::string& out) : tree_(tree), tokens_(out) {}

  void write() { row(tree_.root()); }

 private:
  using Children = std::span<const NodeId>;

  // Loosest first, as in operator_grammar.h.
  enum class Level : std::uint8_t {
    Phrase,
    Sequence,
    Statement,
    Colon,
    Relation,
    Sum,
    Product,
    Factor,
    Scripted,
    Operand,
  };
  // The kinds of factors that may follow in the same product.
  enum class Tail : std::uint8_t { Nothing, Factors };

  // latex_from_operators.cpp
  void row(NodeId id);
  void row_contents(NodeId id);
  void inside(NodeId id);
  void braced(NodeId id);
  void node(NodeId id, Level wanted, Tail tail);
  void bare(NodeId id, Tail tail);
  void parenthesised(NodeId id);
  Level level(NodeId id) const;
  bool is_greedy(NodeId id) const;
  bool is_stray_sign(NodeId id) const;
  bool is_loose_logic(NodeId id) const;
  void leaf(NodeId id);
  void operator_sign(NodeId id);
  void sum(NodeId id);
  void product(NodeId id, Tail tail);
  void infix_product(NodeId id, Tail tail);
  bool is_callable(NodeId id) const;
  bool starts_with_digit(NodeId id) const;
  bool starts_with_script(NodeId id) const;
  bool is_number_fraction(NodeId id) const;
  bool takes_an_operand(NodeId id) const;

  // latex_statements.cpp
  static bool is_quantifier(Op op);
  static bool is_connective(Op op);
  void relation(NodeId id);
  void relation_operand(NodeId id);
  bool relates_lists(NodeId id) const;
  void chain(NodeId id);
  void connective(NodeId id);
  void statement(NodeId id);
  void logic(NodeId id);
  void quantifier(NodeId id);
  void list(Children items);
  void list(Children items, std::string_view separator);

  // latex_structures.cpp
  void structure(NodeId id);
  void fenced(std::string_view open, Children items, std::string_view close);
  void interval(NodeId id);
  void open_fence(std::string_view fence, std::size_t& begin);
  void close_fence(std::string_view fence, std::size_t begin);
  void matrix(NodeId id, std::string_view environment);
  void cases(Children items);
  void table_cells(Children items, std::size_t columns);

  // latex_calculus.cpp
  void scripted(NodeId id, Tail tail);
  void script(char sign, NodeId id);
  bool is_script_base(NodeId id) const;
  void script_base(NodeId id);
  bool looks_like_derivative(NodeId id) const;
  void call(NodeId id, Tail tail);
  void function(std::string_view name, NodeId below, NodeId above, Children arguments, Tail tail);
  void application(NodeId id, Tail tail);
  void scripted_operator(NodeId head);
  void big(NodeId id);
  void integral(NodeId id, Tail tail);
  void derivative(NodeId id);
  void partial_derivative(NodeId id);
  bool is_simple_argument(NodeId id) const;
  bool is_named_function(NodeId id) const;
  bool takes_power(NodeId id) const;
  bool is_prefix(NodeId id) const;
  bool is_infix_head(NodeId head) const;
  std::string_view accent(NodeId id) const;
  static std::string_view accent_command(std::string_view glyph);
  // The same for a mark above or below, according to the operator.
  static std::string_view mark_command(std::string_view glyph, Op side);

  Op op(NodeId id) const { return tree_.op(id); }
  std::string_view label(NodeId id) const { return tree_.label(id); }
  Children kids(NodeId id) const { return tree_.children(id); }
  bool is_bare(NodeId id) const { return kids(id).empty(); }
  SymbolRole role(NodeId id) const;

  const OperatorTree& tree_;
  LatexTokens tokens_;
  bool after_membership_ = false;  // right of ∈, where (a, b) is an interval
};

}  // namespace noether::formula
