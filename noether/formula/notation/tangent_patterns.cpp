#include "noether/formula/notation/tangent_patterns.h"

#include <algorithm>

#include "noether/formula/notation/tangent_names.h"

namespace noether::formula {
namespace {

constexpr std::string_view kPrime = "′";

bool is_leaf_named(const OperatorTree& tree, NodeId node, Op op, std::string_view label) {
  return tree.op(node) == op && tree.label(node) == label && tree.children(node).empty();
}

bool is_bare(const OperatorTree& tree, NodeId node, Op op) {
  return tree.op(node) == op && tree.children(node).empty();
}

bool same_leaf(const OperatorTree& tree, NodeId a, NodeId b) {
  return tree.op(a) == tree.op(b) && tree.label(a) == tree.label(b) && tree.children(a).empty() &&
         tree.children(b).empty();
}

std::optional<DerivativeFraction> ordinary(const OperatorTree& tree, NodeId numerator,
                                           NodeId denominator) {
  const auto is_d = [&](NodeId node) { return is_leaf_named(tree, node, Op::Variable, "d"); };
  DerivativeFraction found;
  // \mathrm{d}f over \mathrm{d}x
  if (tree.op(numerator) == Op::Differential && tree.op(denominator) == Op::Differential &&
      tree.children(numerator).size() == 1 && tree.children(denominator).size() == 1) {
    found.body = tree.children(numerator);
    found.variables = {tree.child(denominator, 0)};
    return found;
  }
  if (tree.op(denominator) != Op::Times || tree.children(denominator).size() != 2 ||
      !is_d(tree.child(denominator, 0))) {
    return std::nullopt;
  }
  NodeId sign = numerator;
  if (tree.op(numerator) == Op::Times && tree.children(numerator).size() >= 2) {
    sign = tree.child(numerator, 0);
    found.body = tree.children(numerator).subspan(1);
  }
  if (tree.op(sign) == Op::Power && tree.children(sign).size() == 2) {
    found.order = tree.child(sign, 1);
    sign = tree.child(sign, 0);
  }
  if (!is_d(sign)) return std::nullopt;
  NodeId variable = tree.child(denominator, 1);
  if (found.order != kNoNode) {
    if (tree.op(variable) != Op::Power || tree.children(variable).size() != 2 ||
        !same_leaf(tree, tree.child(variable, 1), found.order)) {
      return std::nullopt;
    }
    variable = tree.child(variable, 0);
  }
  found.variables = {variable};
  return found;
}

// Adds the variable of one ∂x, ∂x², ∂x^n.
bool add_variable(const OperatorTree& tree, NodeId node, std::vector<NodeId>& variables) {
  if (tree.op(node) != Op::PartialSymbol || tree.children(node).size() != 1) return false;
  const NodeId variable = tree.child(node, 0);
  if (tree.op(variable) == Op::Power && tree.children(variable).size() == 2) {
    const NodeId exponent = tree.child(variable, 1);
    const std::string_view count = tree.label(exponent);
    if (tree.op(exponent) == Op::Number && count.size() == 1 && count[0] >= '2' &&
        count[0] <= '9') {
      variables.insert(variables.end(), static_cast<std::size_t>(count[0] - '0'),
                       tree.child(variable, 0));
      return true;
    }
  }
  variables.push_back(variable);
  return true;
}

std::optional<DerivativeFraction> partial(const OperatorTree& tree, NodeId numerator,
                                          NodeId denominator) {
  DerivativeFraction found;
  found.partial = true;
  const auto is_power = [&](NodeId node) {
    return tree.op(node) == Op::Power && tree.children(node).size() == 2 &&
           is_bare(tree, tree.child(node, 0), Op::PartialSymbol);
  };
  if (tree.op(numerator) == Op::PartialSymbol && tree.children(numerator).size() <= 1) {
    found.body = tree.children(numerator);
  } else if (tree.op(numerator) == Op::Apply && tree.children(numerator).size() == 2 &&
             is_power(tree.child(numerator, 0))) {
    found.body = tree.children(numerator).subspan(1);
  } else if (!is_power(numerator)) {
    return std::nullopt;
  }
  if (tree.op(denominator) == Op::Times) {
    for (const NodeId factor : tree.children(denominator)) {
      if (!add_variable(tree, factor, found.variables)) return std::nullopt;
    }
  } else if (!add_variable(tree, denominator, found.variables)) {
    return std::nullopt;
  }
  if (found.variables.empty()) return std::nullopt;
  return found;
}

}  // namespace

int prime_count(const OperatorTree& tree, NodeId node) {
  if (!tree.children(node).empty()) return 0;
  std::string_view label = tree.label(node);
  int primes = 0;
  for (; label.starts_with(kPrime); label.remove_prefix(kPrime.size())) ++primes;
  return label.empty() ? primes : 0;
}

bool is_bare_operator(const OperatorTree& tree, NodeId node) {
  if (!tree.children(node).empty()) return false;
  const Op op = tree.op(node);
  const OpClass klass = op_info(op).klass;
  return op == Op::Symbol ||
         (klass != OpClass::Leaf && klass != OpClass::Structure && klass != OpClass::Function);
}

std::optional<ScriptedOperator> scripted_operator(const OperatorTree& tree, NodeId head) {
  ScriptedOperator found{head};
  for (;;) {
    const auto children = tree.children(found.core);
    const Op op = tree.op(found.core);
    if (op == Op::Subscript && children.size() == 2 && found.lower == kNoNode) {
      found.lower = children[1];
    } else if ((op == Op::Power || op == Op::Superscript) && children.size() == 2 &&
               found.upper == kNoNode) {
      found.upper = children[1];
      found.sign_above = op == Op::Superscript;
    } else {
      break;
    }
    found.core = children[0];
  }
  if (!tree.children(found.core).empty() || found.core == head) return std::nullopt;
  return found;
}

bool takes_limits(Op op) { return op_info(op).klass == OpClass::Big && op != Op::EvaluatedAt; }

bool is_scripted_application(const OperatorTree& tree, const ScriptedOperator& head,
                             std::size_t operands) {
  const Op op = tree.op(head.core);
  if (op == Op::Call) return operands >= 1 && head.upper != kNoNode;
  if (operands != 1) return false;
  return op == Op::Log || takes_limits(op) || big_version(op).op != Op::Missing;
}

std::optional<DerivativeFraction> derivative_fraction(const OperatorTree& tree, NodeId numerator,
                                                      NodeId denominator) {
  if (auto found = ordinary(tree, numerator, denominator)) return found;
  return partial(tree, numerator, denominator);
}

bool is_relation_head(const OperatorTree& tree, NodeId head) {
  while (!tree.children(head).empty()) {
    const Op op = tree.op(head);
    const bool script = op == Op::Power || op == Op::Subscript || op == Op::Superscript ||
                        op == Op::Over || op == Op::Under || op == Op::Prime;
    if (!script) return false;
    head = tree.child(head, 0);
  }
  return is_relation(tree.op(head)) || is_implication(tree.op(head));
}

bool is_scripted_relation(const OperatorTree& tree, NodeId head) {
  const Op op = tree.op(head);
  return (op == Op::Power || op == Op::Superscript || op == Op::Subscript) &&
         tree.children(head).size() == 2 && is_relation_head(tree, head);
}

bool chain_links(const OperatorTree& tree, std::span<const NodeId> conjuncts,
                 std::vector<ChainLink>& links) {
  links.clear();
  if (conjuncts.size() < 2) return false;
  for (const NodeId node : conjuncts) {
    ChainLink link{kNoNode, tree.op(node), tree.label(node), tree.children(node)};
    if (link.op == Op::Chain) return false;
    if (link.op == Op::Apply && !link.operands.empty() &&
        is_relation_head(tree, link.operands[0])) {
      link.head = link.operands[0];
      link.operands = link.operands.subspan(1);
    } else if (link.op == Op::Call && link.operands.size() == 1) {
      // The arrow of a chain was read as an accent, because its left side is missing.
      const TangentMeaning meaning = function_meaning(link.label, 2);
      if (!is_relation(meaning.op) && !is_implication(meaning.op)) return false;
      link.op = meaning.op;
      if (!op_info(meaning.op).labelled) link.label = {};
    } else if (!is_relation(link.op) && !is_implication(link.op)) {
      return false;
    }
    if (link.operands.size() != (links.empty() ? 2u : 1u)) return false;
    links.push_back(link);
  }
  return true;
}

std::optional<Congruence> congruence(const OperatorTree& tree, Op relation, NodeId right) {
  if (relation != Op::Equivalent && relation != Op::Equal && relation != Op::Isomorphic) {
    return std::nullopt;
  }
  const auto children = tree.children(right);
  Congruence found;
  if (tree.op(right) == Op::Modulo && relation == Op::Equivalent && children.size() == 2) {
    found.right = children[0];
    found.modulus = children[1];
    return found;
  }
  if (tree.op(right) != Op::Times || children.size() < 2) return std::nullopt;
  const NodeId last = children.back();
  if (tree.op(last) != Op::Call || tree.label(last) != "mod" || tree.children(last).size() != 1) {
    return std::nullopt;
  }
  found.factors = children.first(children.size() - 1);
  if (found.factors.size() == 1) found.right = found.factors[0];
  found.modulus = tree.child(last, 0);
  return found;
}

Differentials trailing_differentials(const OperatorTree& tree, Op integral,
                                     std::span<const NodeId> factors) {
  const std::size_t most = integral == Op::DoubleIntegral   ? 2
                           : integral == Op::TripleIntegral ? 3
                                                            : 1;
  Differentials found;
  while (found.count < most && factors.size() > found.count) {
    const NodeId factor = factors[factors.size() - 1 - found.count];
    if (tree.op(factor) != Op::Differential || tree.children(factor).size() != 1) break;
    ++found.count;
  }
  if (found.count > 0) return found;
  while (found.count < most && factors.size() >= 2 * (found.count + 1)) {
    const std::size_t at = factors.size() - 2 * (found.count + 1);
    if (!is_leaf_named(tree, factors[at], Op::Variable, "d") ||
        tree.op(factors[at + 1]) != Op::Variable) {
      break;
    }
    ++found.count;
  }
  if (found.count > 0) found.width = 2;
  return found;
}

NodeId differential_part(const OperatorTree& tree, NodeId node) {
  const auto children = tree.children(node);
  switch (tree.op(node)) {
    case Op::Divide:
      return children.size() == 2 ? children[0] : kNoNode;
    case Op::Negate:
    case Op::Plus:
    case Op::Minus:
      return children.empty() ? kNoNode : children.back();
    default:
      return kNoNode;
  }
}

bool holds_differential(const OperatorTree& tree, Op integral, NodeId integrand) {
  while (integrand != kNoNode) {
    const bool product = tree.op(integrand) == Op::Times;
    const auto factors = product ? tree.children(integrand) : std::span(&integrand, 1);
    if (trailing_differentials(tree, integral, factors).count > 0) return true;
    integrand = differential_part(tree, integrand);
  }
  return false;
}

bool relates_quantifier(const OperatorTree& tree, Op relation, std::span<const NodeId> operands) {
  if (!is_relation(relation) || relation == Op::Chain || relation == Op::Congruent ||
      operands.size() != 2) {
    return false;
  }
  const Op op = tree.op(operands[0]);
  return (op == Op::ForAll || op == Op::Exists || op == Op::NotExists) &&
         tree.children(operands[0]).size() == 1;
}

}  // namespace noether::formula
