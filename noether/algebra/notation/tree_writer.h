// Makes the operator tree of an expression, without recursion; see write_expression.h.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "noether/algebra/expression/expression.h"
#include "noether/algebra/notation/read_expression.h"
#include "noether/formula/operator_tree.h"

namespace noether::algebra {

class TreeWriter {
 public:
  TreeWriter(const Expressions& pool, formula::OperatorTree& out, TreeStyle style)
      : pool_(pool), tree_(out), style_(style) {}

  void write(ExprId root);

 private:
  using NodeId = formula::NodeId;

  // A product as it is drawn: its sign, a positive coefficient (0 when there is none), its factors.
  struct Product {
    bool negative = false;
    Rational coefficient;
    std::vector<ExprId> factors;
  };
  struct Term {
    bool minus;
    ExprId id;
  };

  Product product_of(ExprId id) const;
  std::vector<Term> terms_of(ExprId id) const;
  // The body under so many derivatives in the same variable.
  ExprId differentiated(ExprId id, int& order) const;
  // Whether a term after the first is drawn as the subtraction of its opposite.
  bool is_drawn_negative(const Term& term) const;
  void needs(ExprId id, std::vector<ExprId>& out) const;
  std::int64_t root_index(ExprId id) const;

  NodeId make(ExprId id);
  NodeId number(const Rational& value);
  NodeId drawn_sum(ExprId id);
  NodeId drawn_product(const Product& product);
  NodeId drawn_derivative(ExprId id);
  NodeId call(ExprId id, std::vector<NodeId>& operands);

  NodeId node_of(ExprId id) const { return nodes_.at(id); }
  NodeId add(formula::Op op, std::initializer_list<NodeId> children) {
    return tree_.add(op, "", std::span<const NodeId>(children.begin(), children.size()));
  }

  const Expressions& pool_;
  formula::OperatorTree& tree_;
  TreeStyle style_;
  std::unordered_map<ExprId, NodeId> nodes_;
};

}  // namespace noether::algebra
