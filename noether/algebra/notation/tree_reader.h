// Converts an operator tree to an expression in one pass; see read_expression.h.
//
// A node is read after its operands. A result that is not a number carries a flaw: algebra does not
// calculate with it, so the arithmetic above becomes uninterpreted too. Some flaws are errors if
// they reach the root.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "noether/algebra/expression/expression.h"
#include "noether/algebra/notation/matrix_names.h"
#include "noether/algebra/notation/read_expression.h"
#include "noether/base/error.h"
#include "noether/formula/operator_tree.h"

namespace noether::algebra {

class TreeReader {
 public:
  // `text` is the source of the tree, or empty if unknown.
  TreeReader(const formula::OperatorTree& tree, Expressions& pool, TreeStyle style,
             MatrixNames matrices, std::string_view text)
      : tree_(tree), pool_(pool), style_(style), matrices_(std::move(matrices)), text_(text) {}

  base::Result<ExprId> read(formula::NodeId root);

 private:
  using NodeId = formula::NodeId;

  enum class Flaw : std::uint8_t {
    None,
    Dots,       // 1 + 2 + … + n: only the operator with the dots is uninterpreted
    NotNumber,  // a matrix, a set, a⊕b
    // Errors at the root:
    Missing,
    Infinity,
    BareOperator,  // sin without an operand
    Statement,     // a = b
    Sequence,      // 1, 2
  };
  struct Reading {
    ExprId id = kNoExpr;
    Flaw flaw = Flaw::None;
    NodeId culprit = formula::kNoNode;
  };
  using Interpretation = base::Result<std::optional<ExprId>>;

  void visit_order(NodeId root);
  std::uint8_t names_bound_by(NodeId id) const;
  std::uint8_t names_in_binder(NodeId id) const;

  base::Result<Reading> node(NodeId id);
  base::Result<Reading> leaf(NodeId id);
  base::Result<Reading> variable(NodeId id);
  Reading uninterpreted(NodeId id);

  // Arithmetic without commutativity; see tree_matrices.cpp.
  using Combination = std::vector<std::pair<ExprId, ExprId>>;  // coefficient, word or kNoExpr
  bool is_matrix_name(std::string_view name) const;
  Reading matrix_atom(NodeId node, ExprId id);
  Reading matrix_with_subscript(NodeId id);
  bool is_vector_itself(NodeId id) const;
  bool is_number_of_matrices(NodeId id) const;
  std::optional<ExprId> arrow(NodeId id);
  ExprId letters(NodeId product);
  bool may_be_combined(NodeId id) const;
  Combination combination_of(NodeId id) const;
  bool is_associative(ExprId word) const;
  bool is_cross(NodeId left, NodeId right) const;
  ExprId product_word(std::span<const ExprId> factors);
  std::optional<Combination> matrix_product(std::span<const NodeId> factors);
  std::optional<Combination> power(NodeId base, NodeId exponent);
  std::optional<Combination> combine(NodeId id);
  Reading combined(NodeId id, Combination terms);

  // Interprets a node; returns nothing for an unsupported operator. See tree_operators.cpp.
  Interpretation interpret(NodeId id);
  Interpretation call(NodeId id);
  Interpretation subscript(NodeId id);
  Interpretation superscript(NodeId id);
  Interpretation root(NodeId id);
  Interpretation derivative(NodeId id);
  Interpretation partial_derivative(NodeId id);
  Interpretation integral(NodeId id);
  Interpretation extremum(NodeId id, Op op);
  std::optional<ExprId> fold(Op op, std::span<const NodeId> nodes);
  Interpretation product(std::span<const NodeId> factors);
  ExprId in_degrees(ExprId angle);
  bool is_degree_sign(NodeId id) const;
  bool is_angle(NodeId id) const;
  std::unexpected<base::Error> wrong_count(NodeId id, std::string_view wanted) const;
  std::unexpected<base::Error> no_expression(const Reading& reading) const;
  std::string written(NodeId id) const;
  std::string sign_between_operands(formula::NodeId id) const;
  bool is_dependent_variable(NodeId body, ExprId variable) const;

  std::unexpected<base::Error> error(NodeId id, std::string message, std::string hint = {}) const {
    return base::fail(std::move(message), tree_.node(id).source, std::move(hint));
  }
  bool has_flaw(NodeId id) const { return readings_[id].flaw != Flaw::None; }
  bool any_flaw(std::span<const NodeId> nodes) const;
  bool is_missing(NodeId id) const { return tree_.op(id) == formula::Op::Missing; }
  ExprId expr(NodeId id) const { return readings_[id].id; }

  const formula::OperatorTree& tree_;
  Expressions& pool_;
  TreeStyle style_;
  MatrixNames matrices_;
  std::string_view text_;
  std::unordered_map<NodeId, Combination> combinations_;  // of the nodes that are matrix-like
  std::vector<NodeId> order_;                             // operands before their users
  std::vector<std::uint8_t> bound_;  // by node: which constants' names are bound above it
  std::vector<Reading> readings_;    // by node
};

}  // namespace noether::algebra
