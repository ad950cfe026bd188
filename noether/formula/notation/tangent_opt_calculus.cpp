// Big operators, integrals and derivatives.
#include <algorithm>

#include "noether/formula/notation/tangent_opt_writer.h"

namespace noether::formula {

void TangentOptWriter::limits(std::string_view tag, NodeId lower, NodeId upper) {
  if (lower == kNoNode) return scripted_leaf("O!SUP", tag, upper);
  if (upper == kNoNode) return scripted_leaf("O!SUB", tag, lower);
  open("O!SUP");
  child(0);
  scripted_leaf("O!SUB", tag, lower);
  child(1);
  node(upper);
  close();
}

bool TangentOptWriter::take_limits(Children given, NodeId& lower, NodeId& upper) const {
  lower = given.empty() || is_missing(given[0]) ? kNoNode : given[0];
  upper = given.size() < 2 ? kNoNode : given[1];
  if (given.size() > 2 || (given.size() == 1 && lower == kNoNode)) return false;
  return upper == kNoNode || (!is_missing(upper) && prime_count(tree_, upper) == 0);
}

void TangentOptWriter::open_with_limits(std::string_view tag, NodeId lower, NodeId upper) {
  open("+!");
  out_ += lower != kNoNode && upper != kNoNode ? "O!SUB" : tag;
  child(0);
  limits(tag, lower, upper);
  child(1);
}

bool TangentOptWriter::with_limits(NodeId id, Op op, Children kids) {
  NodeId lower = kNoNode;
  NodeId upper = kNoNode;
  if (kids.empty()) return simple(bare_tag(id), kids);
  if (!take_limits(kids.subspan(1), lower, upper)) return false;
  const Op infix = infix_version(op, tree_.label(id));
  const std::string tag = infix == Op::Missing ? bare_tag(id) : std::string(op_info(infix).tangent);
  if (kids.size() == 1) return simple(tag, kids);
  open_with_limits(tag, lower, upper);
  node(kids[0]);
  close();
  return true;
}

bool TangentOptWriter::integral(NodeId id, Op op, Children kids) {
  if (kids.empty()) return simple(bare_tag(id), kids);
  NodeId lower = kNoNode;
  NodeId upper = kNoNode;
  if (kids.size() > 2 && !take_limits(kids.subspan(2), lower, upper)) return false;
  if (kids.size() == 2 && is_missing(kids[1])) return false;
  const NodeId integrand = kids[0];
  const bool has_variable = kids.size() > 1 && !is_missing(kids[1]);
  Children variables = has_variable ? kids.subspan(1, 1) : Children();
  const std::size_t most = op == Op::DoubleIntegral ? 2 : op == Op::TripleIntegral ? 3 : 1;
  if (has_variable && most > 1 && tree_.op(kids[1]) == Op::Tuple) {
    variables = tree_.children(kids[1]);
    if (variables.size() < 2 || variables.size() > most) return false;
  }
  Children factors = kids.first(1);
  if (tree_.op(integrand) == Op::Times && tree_.children(integrand).size() >= 2) {
    factors = tree_.children(integrand);
  }
  if (has_variable && is_number(integrand, "1")) factors = {};
  // Differentials in the integrand itself must not be read as that of the variable.
  const Differentials own = trailing_differentials(tree_, op, factors);
  if (has_variable ? own.count > 0 && own.width == 1 && variables.size() < most
                   : holds_differential(tree_, op, integrand)) {
    return false;
  }
  if (has_variable && !factors.empty() && is_bare_not(factors[0])) return false;
  const std::string tag = bare_tag(id);
  if (lower != kNoNode || upper != kNoNode) {
    open_with_limits(tag, lower, upper);
  } else {
    open(tag);
    child(0);
  }
  if (has_variable) {
    differential_body(factors, variables);
  } else {
    node(integrand);
  }
  if (op == Op::Integral && lower == kNoNode && upper == kNoNode) {
    child(1);
    leaf("W!");
    child(2);
    leaf("W!");
  }
  close();
  return true;
}

void TangentOptWriter::differential_body(Children factors, Children variables) {
  const bool product = factors.size() + variables.size() > 1;
  if (product) {
    open("U!times");
    children(factors);
  }
  for (std::size_t i = 0; i < variables.size(); ++i) {
    if (product) child(factors.size() + i);
    plain("F!d", variables.subspan(i, 1));
  }
  if (product) close();
}

bool TangentOptWriter::is_order(NodeId id) const {
  const Op op = tree_.op(id);
  return (op == Op::Number || op == Op::Variable) && tree_.children(id).empty() &&
         prime_count(tree_, id) == 0;
}

bool TangentOptWriter::derivative(Children kids) {
  const bool fits =
      (kids.size() == 2 || (kids.size() == 3 && is_order(kids[2]))) && !is_missing(kids[1]);
  if (!fits) return simple("O!diff", kids);
  Children factors = kids.first(1);
  if (is_missing(kids[0])) factors = {};
  if (tree_.op(kids[0]) == Op::Times && tree_.children(kids[0]).size() >= 2) {
    factors = tree_.children(kids[0]);
  }
  const auto sign = [&] {
    if (kids.size() == 3) return scripted_leaf("O!SUP", "V!𝑑", kids[2]);
    leaf("V!𝑑");
  };
  open("O!divide");
  child(0);
  if (factors.empty()) {
    sign();
  } else {
    open("U!times");
    child(0);
    sign();
    children(factors, 1);
    close();
  }
  child(1);
  open("U!times");
  child(0);
  leaf("V!𝑑");
  child(1);
  if (kids.size() == 3) {
    plain("O!SUP", kids.subspan(1, 2));
  } else {
    node(kids[1]);
  }
  close();
  close();
  return true;
}

bool TangentOptWriter::is_counted_power(NodeId id) const {
  if (tree_.op(id) != Op::Power || tree_.children(id).size() != 2) return false;
  const NodeId exponent = tree_.child(id, 1);
  const std::string_view label = tree_.label(exponent);
  return tree_.op(exponent) == Op::Number && label.size() == 1 && label[0] >= '2' &&
         label[0] <= '9';
}

std::size_t TangentOptWriter::run(Children variables) const {
  std::size_t length = 1;
  const NodeId first = variables[0];
  while (length < variables.size() && length < 9 && tree_.children(first).empty() &&
         tree_.op(variables[length]) == tree_.op(first) &&
         tree_.label(variables[length]) == tree_.label(first) &&
         tree_.children(variables[length]).empty()) {
    ++length;
  }
  return length;
}

bool TangentOptWriter::partial_derivative(Children kids) {
  if (kids.size() < 2) return false;
  const Children variables = kids.subspan(1);
  if (std::ranges::any_of(variables, [&](NodeId id) { return is_counted_power(id); })) {
    return simple("O!partialdiff", kids);
  }
  // ∂^n f / ∂x^n with a letter for n
  const NodeId only = variables.size() == 1 ? variables[0] : kNoNode;
  const bool symbolic = only != kNoNode && tree_.op(only) == Op::Power &&
                        tree_.children(only).size() == 2 && is_order(tree_.child(only, 1));
  open("O!divide");
  child(0);
  partial_numerator(kids[0], variables.size(), symbolic ? tree_.child(only, 1) : kNoNode);
  child(1);
  std::size_t runs = 0;
  for (Children rest = variables; !rest.empty(); rest = rest.subspan(run(rest))) ++runs;
  if (runs > 1) open("U!times");
  std::size_t index = 0;
  for (Children rest = variables; !rest.empty();) {
    const std::size_t length = run(rest);
    if (runs > 1) child(index++);
    open("O!partialdiff");
    child(0);
    if (length == 1) {
      node(rest[0]);
    } else {
      open("O!SUP");
      child(0);
      node(rest[0]);
      child(1);
      leaf("N!" + std::to_string(length));
      close();
    }
    close();
    rest = rest.subspan(length);
  }
  if (runs > 1) close();
  close();
  return true;
}

void TangentOptWriter::partial_numerator(NodeId body, std::size_t count, NodeId order) {
  const Children bodies = is_missing(body) ? Children() : Children(&body, 1);
  if (count == 1 && order == kNoNode) return plain("O!partialdiff", bodies);
  if (!bodies.empty()) {
    open("+!O!partialdiff");
    child(0);
  }
  open("O!SUP");
  child(0);
  leaf("O!partialdiff");
  child(1);
  if (order == kNoNode) {
    leaf("N!" + std::to_string(count));
  } else {
    node(order);
  }
  close();
  if (!bodies.empty()) {
    children(bodies, 1);
    close();
  }
}

}  // namespace noether::formula
