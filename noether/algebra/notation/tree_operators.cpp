// The interpretation of the operators of formulas in algebra.
#include "noether/algebra/expression/call_names.h"
#include "noether/algebra/expression/operators.h"
#include "noether/algebra/notation/tree_reader.h"

namespace noether::algebra {
namespace {

using FormulaOp = formula::Op;
using formula::NodeId;

// Repeated derivatives grow with every step; formulas written by hand have lower orders.
constexpr std::int64_t kMaxDerivativeOrder = 64;

struct FixedOperator {
  FormulaOp formula;
  Op op;
};
constexpr FixedOperator kFixed[] = {
    {FormulaOp::Divide, Op::Divide},       {FormulaOp::Power, Op::Power},
    {FormulaOp::Factorial, Op::Factorial}, {FormulaOp::Abs, Op::Abs},
    {FormulaOp::Floor, Op::Floor},         {FormulaOp::Ceiling, Op::Ceil},
    {FormulaOp::Binomial, Op::Binomial},
};

}  // namespace

std::unexpected<base::Error> TreeReader::wrong_count(NodeId id, std::string_view wanted) const {
  const std::string_view label = tree_.label(id);
  const std::string_view name =
      tree_.op(id) == FormulaOp::Call ? label : formula::op_info(tree_.op(id)).name;
  return error(id, "'" + std::string(name) + "' takes " + std::string(wanted) + ", not " +
                       std::to_string(tree_.children(id).size()));
}

TreeReader::Interpretation TreeReader::interpret(NodeId id) {
  const auto children = tree_.children(id);
  const FormulaOp op = tree_.op(id);
  const auto made = [&](ExprId made_id) { return Interpretation(std::optional(made_id)); };
  for (const FixedOperator& fixed : kFixed) {
    if (op != fixed.formula) continue;
    const std::size_t arity = op_arity(fixed.op);
    if (children.size() != arity) {
      return wrong_count(id, arity == 1 ? "1 operand" : "2 operands");
    }
    if (any_flaw(children)) return std::nullopt;
    return made(arity == 1 ? pool_.make(fixed.op, {expr(children[0])})
                           : pool_.make(fixed.op, {expr(children[0]), expr(children[1])}));
  }
  switch (op) {
    case FormulaOp::Plus:
      return fold(Op::Add, children);
    case FormulaOp::Times:
      return product(children);
    case FormulaOp::Minus:
    case FormulaOp::Negate: {
      if (children.size() > (op == FormulaOp::Minus ? 2U : 1U)) {
        return wrong_count(id, op == FormulaOp::Minus ? "2 operands" : "1 operand");
      }
      if (any_flaw(children)) return std::nullopt;
      const ExprId first = expr(children[0]);
      if (children.size() == 2) return made(pool_.make(Op::Subtract, {first, expr(children[1])}));
      if (tree_.op(children[0]) == FormulaOp::Number) {
        const Rational opposite = -pool_.value(first);
        return made(pool_.number(opposite));
      }
      return made(pool_.negate(first));
    }
    case FormulaOp::Root:
      return root(id);
    case FormulaOp::Log:
      if (children.size() > 2) return wrong_count(id, "1 or 2 operands");
      if (any_flaw(children)) return std::nullopt;
      return made(children.size() == 1
                      ? pool_.make(Op::Ln, {expr(children[0])})
                      : pool_.make(Op::Log, {expr(children[1]), expr(children[0])}));
    case FormulaOp::Call:
      return call(id);
    case FormulaOp::Subscript:
      return subscript(id);
    case FormulaOp::Superscript:
      return superscript(id);
    case FormulaOp::Derivative:
      return derivative(id);
    case FormulaOp::PartialDerivative:
      return partial_derivative(id);
    case FormulaOp::Integral:
      return integral(id);
    case FormulaOp::Maximum:
      return extremum(id, Op::Max);
    case FormulaOp::Minimum:
      return extremum(id, Op::Min);
    default:
      return std::nullopt;
  }
}

std::optional<ExprId> TreeReader::fold(Op op, std::span<const NodeId> nodes) {
  if (any_flaw(nodes)) return std::nullopt;
  ExprId folded = expr(nodes[0]);
  for (const NodeId next : nodes.subspan(1)) folded = pool_.make(op, {folded, expr(next)});
  return folded;
}

// ° and \degree are signs in a product, \circ is an exponent.
bool TreeReader::is_degree_sign(NodeId id) const {
  if (!tree_.children(id).empty()) return false;
  return tree_.label(id) == "°" || (tree_.op(id) == FormulaOp::Compose && tree_.label(id).empty());
}

// Returns whether degrees can apply to this operand: a number, or the name of an angle. A^\circ is
// the interior of A.
bool TreeReader::is_angle(NodeId id) const {
  if (has_flaw(id)) return false;
  const std::string_view label = tree_.label(id);
  const bool is_capital = label.size() == 1 && label[0] >= 'A' && label[0] <= 'Z';
  return tree_.op(id) != FormulaOp::Variable || !is_capital;
}

ExprId TreeReader::in_degrees(ExprId angle) {
  const ExprId degree = pool_.make(Op::Divide, {pool_.leaf(Op::Pi), pool_.number(180)});
  return pool_.make(Op::Multiply, {angle, degree});
}

TreeReader::Interpretation TreeReader::product(std::span<const NodeId> factors) {
  std::vector<ExprId> numbers;
  for (std::size_t i = 0; i < factors.size(); ++i) {
    const NodeId factor = factors[i];
    const bool counts = is_degree_sign(factor) && i > 0 && is_angle(factors[i - 1]);
    const bool ends =
        counts || (tree_.op(factor) == FormulaOp::Superscript && !has_flaw(factor) &&
                   tree_.children(factor).size() == 2 && is_degree_sign(tree_.children(factor)[1]));
    if (ends && i + 1 < factors.size() && tree_.op(factors[i + 1]) == FormulaOp::Variable) {
      const std::string_view unit = tree_.label(factors[i + 1]);
      if (unit == "C" || unit == "F") {
        return error(factors[i + 1], "°" + std::string(unit) + " is a temperature, not a number",
                     "leave the unit out");
      }
    }
    if (counts) {
      numbers.back() = in_degrees(numbers.back());
      continue;
    }
    if (has_flaw(factor)) return std::nullopt;
    numbers.push_back(expr(factor));
  }
  ExprId folded = numbers[0];
  for (std::size_t i = 1; i < numbers.size(); ++i) {
    folded = pool_.make(Op::Multiply, {folded, numbers[i]});
  }
  return folded;
}

TreeReader::Interpretation TreeReader::call(NodeId id) {
  const auto children = tree_.children(id);
  const std::string_view label = tree_.label(id);
  if (label == "max" || label == "min") {
    if (children.size() < 2) return std::nullopt;
    return fold(label == "max" ? Op::Max : Op::Min, children);
  }
  const auto op = function_by_name(label);
  if (!op) return std::nullopt;
  if (children.size() != 1) {
    // The incomplete gamma functions have the same name.
    if (*op == Op::Gamma) return std::nullopt;
    return wrong_count(id, "1 operand");
  }
  if (any_flaw(children)) return std::nullopt;
  return pool_.make(*op, {expr(children[0])});
}

TreeReader::Interpretation TreeReader::subscript(NodeId id) {
  const auto name = subscripted_name(tree_, id);
  if (!name) return std::nullopt;
  return pool_.variable(*name);
}

// x^{(n)} is one of several x, but 2^{(n)} and e^{(n)} can only be powers.
TreeReader::Interpretation TreeReader::superscript(NodeId id) {
  const auto children = tree_.children(id);
  if (children.size() == 2 && is_degree_sign(children[1]) && is_angle(children[0])) {
    return in_degrees(expr(children[0]));
  }
  if (children.size() != 2 || any_flaw(children)) return std::nullopt;
  const Op base = pool_.op(expr(children[0]));
  if (base != Op::Number && base != Op::E && base != Op::Pi && base != Op::I) return std::nullopt;
  return pool_.make(Op::Power, {expr(children[0]), expr(children[1])});
}

TreeReader::Interpretation TreeReader::root(NodeId id) {
  const auto children = tree_.children(id);
  if (children.size() > 2) return wrong_count(id, "1 or 2 operands");
  if (any_flaw(children)) return std::nullopt;
  const ExprId body = expr(children[0]);
  if (children.size() == 1) return pool_.make(Op::Sqrt, {body});
  const ExprId degree = expr(children[1]);
  if (pool_.is_number(degree) && !pool_.value(degree).is_zero()) {
    if (pool_.value(degree) == Rational(2)) return pool_.make(Op::Sqrt, {body});
    const Rational exponent = Rational(1) / pool_.value(degree);
    return pool_.make(Op::Power, {body, pool_.number(exponent)});
  }
  const ExprId one = pool_.leaf(Vocabulary::kOne);
  return pool_.make(Op::Power, {body, pool_.make(Op::Divide, {one, degree})});
}

bool TreeReader::is_dependent_variable(NodeId body, ExprId variable) const {
  const ExprId id = expr(body);
  return style_ == TreeStyle::Drawn && pool_.op(id) == Op::Variable && id != variable;
}

TreeReader::Interpretation TreeReader::derivative(NodeId id) {
  const auto children = tree_.children(id);
  if (children.size() != 2 && children.size() != 3) {
    return wrong_count(id, "a variable, a body and at most an order");
  }
  if (any_flaw(children) || pool_.op(expr(children[1])) != Op::Variable) return std::nullopt;
  if (is_dependent_variable(children[0], expr(children[1]))) return std::nullopt;
  std::int64_t order = 1;
  if (children.size() == 3) {
    const ExprId given = expr(children[2]);
    const auto whole = pool_.is_number(given) ? pool_.value(given).to_int() : std::nullopt;
    if (!whole || *whole < 1) return std::nullopt;
    if (*whole > kMaxDerivativeOrder) {
      return error(children[2],
                   "a derivative of an order above " + std::to_string(kMaxDerivativeOrder));
    }
    order = *whole;
  }
  ExprId body = expr(children[0]);
  for (; order > 0; --order) body = pool_.make(Op::Derivative, {expr(children[1]), body});
  return body;
}

TreeReader::Interpretation TreeReader::partial_derivative(NodeId id) {
  const auto children = tree_.children(id);
  if (children.size() < 2) return wrong_count(id, "a body and at least one variable");
  if (any_flaw(children)) return std::nullopt;
  if (children.size() > kMaxDerivativeOrder) {
    return error(id, "a derivative of an order above " + std::to_string(kMaxDerivativeOrder));
  }
  ExprId body = expr(children[0]);
  for (std::size_t i = children.size(); i-- > 1;) {
    const ExprId variable = expr(children[i]);
    if (pool_.op(variable) != Op::Variable) return std::nullopt;
    if (is_dependent_variable(children[0], variable)) return std::nullopt;
    body = pool_.make(Op::Derivative, {variable, body});
  }
  return body;
}

TreeReader::Interpretation TreeReader::integral(NodeId id) {
  const auto children = tree_.children(id);
  if (children.size() > 4) return wrong_count(id, "an integrand, a variable and two bounds");
  if (children.size() < 2 || any_flaw(children.first(2))) return std::nullopt;
  const ExprId variable = expr(children[1]);
  if (pool_.op(variable) != Op::Variable) return std::nullopt;
  const bool lower = children.size() > 2 && !is_missing(children[2]);
  const bool upper = children.size() > 3 && !is_missing(children[3]);
  const ExprId body = expr(children[0]);
  if (!lower && !upper) return pool_.make(Op::Integral, {body, variable});
  if (!lower || !upper || any_flaw(children)) return std::nullopt;
  return pool_.make(Op::DefiniteIntegral, {body, variable, expr(children[2]), expr(children[3])});
}

TreeReader::Interpretation TreeReader::extremum(NodeId id, Op op) {
  const auto children = tree_.children(id);
  if (style_ == TreeStyle::Tokens && children.size() >= 2) return fold(op, children);
  // \max\{a, b\}
  if (children.size() != 1 || tree_.op(children[0]) != FormulaOp::Set) return std::nullopt;
  if (tree_.children(children[0]).empty()) return std::nullopt;
  return fold(op, tree_.children(children[0]));
}

}  // namespace noether::algebra
