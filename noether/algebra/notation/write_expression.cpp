#include "noether/algebra/notation/write_expression.h"

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

#include "noether/algebra/expression/call_names.h"
#include "noether/algebra/expression/operators.h"
#include "noether/formula/notation/latex_writer.h"
#include "noether/formula/notation/prefix.h"
#include "noether/formula/notation/sexpr.h"
#include "noether/formula/operator_tree.h"

namespace noether::algebra {
namespace {

// Builds the operator tree of an expression without recursion; see write_expression.h.
class TreeWriter {
 public:
  TreeWriter(const Expressions& pool, formula::OperatorTree& out, TreeStyle style)
      : pool_(pool), tree_(out), style_(style) {}

  void write(ExprId root);

 private:
  using NodeId = formula::NodeId;

  // A product as drawn: its sign, a positive coefficient (0 if there is none), its factors.
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
  // Returns the body under `order` derivatives with respect to the same variable.
  ExprId differentiated(ExprId id, int& order) const;
  // Returns whether a term after the first is drawn as a subtraction.
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

using FormulaOp = formula::Op;

constexpr std::int64_t kMaxRootIndex = 99;

bool is_sum(Op op) { return op == Op::Add || op == Op::Subtract; }

void TreeWriter::write(ExprId root) {
  std::vector<ExprId> stack{root};
  std::vector<ExprId> needed;
  while (!stack.empty()) {
    const ExprId id = stack.back();
    if (nodes_.contains(id)) {
      stack.pop_back();
      continue;
    }
    needed.clear();
    needs(id, needed);
    const auto missing =
        std::ranges::remove_if(needed, [&](ExprId n) { return nodes_.contains(n); });
    needed.erase(missing.begin(), missing.end());
    if (!needed.empty()) {
      stack.insert(stack.end(), needed.begin(), needed.end());
      continue;
    }
    nodes_.emplace(id, make(id));
    stack.pop_back();
  }
  tree_.set_root(node_of(root));
}

TreeWriter::Product TreeWriter::product_of(ExprId id) const {
  Product product;
  if (pool_.is_number(id) && pool_.value(id).sign() < 0) {
    product.negative = true;
    product.coefficient = -pool_.value(id);
    return product;
  }
  const auto append_factors = [&](ExprId of) {  // from the last to the first, which is returned
    for (; pool_.op(of) == Op::Multiply; of = pool_.operand(of, 0)) {
      product.factors.push_back(pool_.operand(of, 1));
    }
    product.factors.push_back(of);
    return of;
  };
  id = append_factors(id);
  if (product.factors.size() == 2 && pool_.is_number(id)) {
    // 2(xy) is always read as 2xy.
    const ExprId rest = std::exchange(product.factors, {})[0];
    if (pool_.is_number(append_factors(rest))) product.factors.assign(1, rest);
    product.factors.push_back(id);
  }
  std::ranges::reverse(product.factors);
  const bool two_numbers = product.factors.size() == 2 && pool_.is_number(product.factors[1]);
  if (product.factors.size() >= 2 && !two_numbers && pool_.is_number(id) &&
      pool_.value(id).sign() < 0) {
    product.negative = true;
    if (pool_.value(id) != Rational(-1)) product.coefficient = -pool_.value(id);
    product.factors.erase(product.factors.begin());
  }
  return product;
}

std::vector<TreeWriter::Term> TreeWriter::terms_of(ExprId id) const {
  std::vector<Term> terms;
  while (is_sum(pool_.op(id))) {
    terms.push_back({pool_.op(id) == Op::Subtract, pool_.operand(id, 1)});
    id = pool_.operand(id, 0);
  }
  terms.push_back({false, id});
  std::ranges::reverse(terms);
  return terms;
}

bool TreeWriter::is_drawn_negative(const Term& term) const {
  if (term.minus) return false;
  const Op op = pool_.op(term.id);
  return (op == Op::Number || op == Op::Multiply) && product_of(term.id).negative;
}

ExprId TreeWriter::differentiated(ExprId id, int& order) const {
  const ExprId variable = pool_.operand(id, 0);
  for (order = 0; pool_.op(id) == Op::Derivative && pool_.operand(id, 0) == variable; ++order) {
    id = pool_.operand(id, 1);
  }
  return id;
}

void TreeWriter::needs(ExprId id, std::vector<ExprId>& out) const {
  const Op op = pool_.op(id);
  if (style_ == TreeStyle::Drawn && op == Op::Multiply) {
    out = product_of(id).factors;
  } else if (style_ == TreeStyle::Drawn && is_sum(op)) {
    const auto terms = terms_of(id);
    out.push_back(terms[0].id);
    for (const Term& term : std::span(terms).subspan(1)) {
      if (is_drawn_negative(term)) {
        const auto factors = product_of(term.id).factors;
        out.insert(out.end(), factors.begin(), factors.end());
      } else {
        out.push_back(term.id);
      }
    }
  } else if (style_ == TreeStyle::Drawn && op == Op::Derivative) {
    int order = 0;
    out = {pool_.operand(id, 0), differentiated(id, order)};
  } else if (root_index(id) > 0) {
    out = {pool_.operand(id, 0)};
  } else {
    const auto operands = pool_.operands(id);
    out.assign(operands.begin(), operands.end());
  }
}

// The index of a power that is drawn as a root, x^{1/3} as \sqrt[3]{x}; 0 for any other expression.
std::int64_t TreeWriter::root_index(ExprId id) const {
  if (style_ != TreeStyle::Drawn || pool_.op(id) != Op::Power) return 0;
  const ExprId exponent = pool_.operand(id, 1);
  if (!pool_.is_number(exponent) || pool_.value(exponent).sign() <= 0) return 0;
  const auto index = (Rational(1) / pool_.value(exponent)).to_int();
  return index && *index >= 3 && *index <= kMaxRootIndex ? *index : 0;
}

formula::NodeId TreeWriter::make(ExprId id) {
  const Op op = pool_.op(id);
  if (const std::int64_t index = root_index(id); index > 0) {
    const NodeId degree = tree_.add_leaf(FormulaOp::Number, std::to_string(index));
    return add(FormulaOp::Root, {node_of(pool_.operand(id, 0)), degree});
  }
  if (style_ == TreeStyle::Drawn && op == Op::Multiply) return drawn_product(product_of(id));
  if (style_ == TreeStyle::Drawn && is_sum(op)) return drawn_sum(id);
  if (style_ == TreeStyle::Drawn && op == Op::Derivative) return drawn_derivative(id);
  std::vector<NodeId> operands;
  for (const ExprId operand : pool_.operands(id)) operands.push_back(node_of(operand));
  const auto with = [&](FormulaOp formula_op) { return tree_.add(formula_op, "", operands); };
  const bool drawn = style_ == TreeStyle::Drawn;
  switch (op) {
    case Op::Number:
      return number(pool_.value(id));
    case Op::Variable: {
      const std::string_view name = pool_.vocabulary().variable_name(pool_.head(id));
      return drawn ? add_variable(tree_, name) : tree_.add_leaf(FormulaOp::Variable, name);
    }
    case Op::Pi:
      return tree_.add_leaf(FormulaOp::Variable, "π");
    case Op::E:
      return tree_.add_leaf(FormulaOp::Variable, "e");
    case Op::I:
      return tree_.add_leaf(FormulaOp::Variable, "i");
    case Op::Add:
      return with(FormulaOp::Plus);
    case Op::Subtract:
      return with(FormulaOp::Minus);
    case Op::Multiply:
      return with(FormulaOp::Times);
    case Op::Divide:
      return with(FormulaOp::Divide);
    case Op::Power:
      return with(FormulaOp::Power);
    case Op::Sqrt:
      return with(FormulaOp::Root);
    case Op::Abs:
      return with(FormulaOp::Abs);
    case Op::Factorial:
      return with(FormulaOp::Factorial);
    case Op::Binomial:
      return with(FormulaOp::Binomial);
    case Op::Floor:
      return with(FormulaOp::Floor);
    case Op::Ceil:
      return with(FormulaOp::Ceiling);
    case Op::Integral:
    case Op::DefiniteIntegral:
      return with(FormulaOp::Integral);
    case Op::Log:
      std::swap(operands[0], operands[1]);  // formulas name the base second
      return with(FormulaOp::Log);
    case Op::Derivative:
      std::swap(operands[0], operands[1]);  // likewise the variable of a derivative
      return with(FormulaOp::Derivative);
    case Op::Min:
      return drawn ? tree_.add(FormulaOp::Call, "min", operands) : with(FormulaOp::Minimum);
    case Op::Max:
      return drawn ? tree_.add(FormulaOp::Call, "max", operands) : with(FormulaOp::Maximum);
    case Op::Gamma:
      return tree_.add(FormulaOp::Call, drawn ? "Γ" : "gamma", operands);
    case Op::Call:
      return call(id, operands);
    default:
      return tree_.add(FormulaOp::Call, function_name(op), operands);
  }
}

formula::NodeId TreeWriter::number(const Rational& value) {
  const bool negative = value.sign() < 0;
  const std::string text = (negative ? -value : value).to_string();
  const std::size_t slash = text.find('/');
  const auto signed_node = [&](NodeId node) {
    return negative ? add(FormulaOp::Negate, {node}) : node;
  };
  const NodeId numerator = tree_.add_leaf(FormulaOp::Number, text.substr(0, slash));
  if (slash == std::string::npos) return signed_node(numerator);
  const NodeId denominator = tree_.add_leaf(FormulaOp::Number, text.substr(slash + 1));
  if (style_ == TreeStyle::Tokens) {
    return add(FormulaOp::Divide, {signed_node(numerator), denominator});
  }
  return signed_node(add(FormulaOp::Divide, {numerator, denominator}));
}

formula::NodeId TreeWriter::drawn_product(const Product& product) {
  std::vector<NodeId> factors;
  if (!product.coefficient.is_zero()) factors.push_back(number(product.coefficient));
  for (const ExprId factor : product.factors) {
    // 2(AB) is 2AB, for matrices too.
    const bool is_word = pool_.op(factor) == Op::Call && !factors.empty() &&
                         pool_.vocabulary().function_name(pool_.head(factor)) == "*:";
    if (!is_word) factors.push_back(node_of(factor));
    if (!is_word) continue;
    for (const ExprId part : pool_.operands(factor)) factors.push_back(node_of(part));
  }
  const NodeId node = factors.size() == 1 ? factors[0] : tree_.add(FormulaOp::Times, "", factors);
  return product.negative ? add(FormulaOp::Negate, {node}) : node;
}

formula::NodeId TreeWriter::drawn_sum(ExprId id) {
  const auto terms = terms_of(id);
  std::vector<NodeId> added{node_of(terms[0].id)};
  const auto sum = [&] {
    return added.size() == 1 ? added[0] : tree_.add(FormulaOp::Plus, "", added);
  };
  for (const Term& term : std::span(terms).subspan(1)) {
    if (!term.minus && !is_drawn_negative(term)) {
      added.push_back(node_of(term.id));
      continue;
    }
    NodeId subtrahend = formula::kNoNode;
    if (term.minus) {
      subtrahend = node_of(term.id);
    } else {
      Product opposite = product_of(term.id);
      opposite.negative = false;
      subtrahend = drawn_product(opposite);
    }
    const NodeId difference = add(FormulaOp::Minus, {sum(), subtrahend});
    added.assign(1, difference);
  }
  return sum();
}

formula::NodeId TreeWriter::drawn_derivative(ExprId id) {
  int order = 0;
  const NodeId body = node_of(differentiated(id, order));
  const NodeId variable = node_of(pool_.operand(id, 0));
  if (order == 1) return add(FormulaOp::Derivative, {body, variable});
  const NodeId count = tree_.add_leaf(FormulaOp::Number, std::to_string(order));
  return add(FormulaOp::Derivative, {body, variable, count});
}

formula::NodeId TreeWriter::call(ExprId id, std::vector<NodeId>& operands) {
  const std::string_view name = pool_.vocabulary().function_name(pool_.head(id));
  if (const auto named = operator_of_call(name)) {
    return tree_.add(named->op, named->label, operands);
  }
  return tree_.add(FormulaOp::Call, name, operands);
}

}  // namespace

base::Result<void> to_operators(const Expressions& pool, ExprId root, formula::OperatorTree& out,
                                TreeStyle style) {
  out.clear();
  if (tree_size(pool, root, kMaxWrittenNodes + 1) > kMaxWrittenNodes) {
    return base::fail("an expression of more than " + std::to_string(kMaxWrittenNodes) +
                      " tokens, too long to be written");
  }
  TreeWriter(pool, out, style).write(root);
  if (out.too_deep()) return base::fail("an expression that is nested too deeply to be written");
  return {};
}

base::Result<std::string> write_expression(formula::Notation notation, const Expressions& pool,
                                           ExprId root) {
  formula::OperatorTree tree;
  if (auto made = to_operators(pool, root, tree, style_of(notation)); !made) {
    return std::unexpected(made.error());
  }
  std::string text;
  switch (notation) {
    case formula::Notation::Latex:
      formula::write_latex(tree, text);
      break;
    case formula::Notation::Prefix:
      formula::write_prefix(tree, text);
      break;
    case formula::Notation::SExpression:
      formula::write_sexpr(tree, text);
      break;
    default:
      return base::fail("expressions are not written in the notation " +
                        std::string(formula::notation_name(notation)));
  }
  return text;
}

std::string expression_text(formula::Notation notation, const Expressions& pool, ExprId root) {
  auto text = write_expression(notation, pool, root);
  return text ? *std::move(text) : "(" + text.error().message + ")";
}

}  // namespace noether::algebra
