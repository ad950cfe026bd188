// Recognises the shapes that LaTeXML, and so Tangent-S, uses for a single operator of Noether.
//
// The reader replaces these shapes; the writer checks for them so that it does not write one by
// accident.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "noether/formula/operator_tree.h"

namespace noether::formula {

// The number of primes in a leaf ′, ′′, …; 0 for any other node.
int prime_count(const OperatorTree& tree, NodeId node);

// An operator that stands for itself as an operand: the ∗ of A^∗.
bool is_bare_operator(const OperatorTree& tree, NodeId node);

// An operator without operands under scripts: ∑ with its limits, sin², log₂.
struct ScriptedOperator {
  NodeId core;
  NodeId lower = kNoNode;
  NodeId upper = kNoNode;
  bool sign_above = false;  // the superscript is a sign, as in max^+
};
std::optional<ScriptedOperator> scripted_operator(const OperatorTree& tree, NodeId head);

// Whether an application of the head to this number of operands is an operator with its scripts.
bool is_scripted_application(const OperatorTree& tree, const ScriptedOperator& head,
                             std::size_t operands);

// d f / d x and ∂²f / ∂x∂y.
struct DerivativeFraction {
  bool partial = false;
  std::span<const NodeId> body;  // factors; empty if no body is differentiated
  std::vector<NodeId> variables;
  NodeId order = kNoNode;  // order of an ordinary derivative
};
std::optional<DerivativeFraction> derivative_fraction(const OperatorTree& tree, NodeId numerator,
                                                      NodeId denominator);

// One link of a chain of relations.
struct ChainLink {
  NodeId head;          // a scripted relation, or kNoNode
  Op op = Op::Missing;  // the relation, if `head` is kNoNode
  std::string_view label;
  std::span<const NodeId> operands;
};
// Finds the links; returns false unless every conjunct but the first is a relation without a left
// side.
bool chain_links(const OperatorTree& tree, std::span<const NodeId> conjuncts,
                 std::vector<ChainLink>& links);
bool is_relation_head(const OperatorTree& tree, NodeId head);
// LaTeXML treats a mark over a relation as its superscript: \overset{def}{=}.
bool is_scripted_relation(const OperatorTree& tree, NodeId head);

// b (mod m) on the right of a relation: the factors of b and m.
struct Congruence {
  std::span<const NodeId> factors;
  NodeId right = kNoNode;  // b, if it is not a list of factors
  NodeId modulus = kNoNode;
};
std::optional<Congruence> congruence(const OperatorTree& tree, Op relation, NodeId right);

// The number of differentials, dx or d x, at the end of the factors; each is `width` factors wide.
struct Differentials {
  std::size_t count = 0;
  std::size_t width = 1;
};
Differentials trailing_differentials(const OperatorTree& tree, Op integral,
                                     std::span<const NodeId> factors);

// Whether an integrand contains a differential: among its last factors, or those of its numerator
// or last term.
bool holds_differential(const OperatorTree& tree, Op integral, NodeId integrand);
// The operand of such a node that may contain the differential; kNoNode for any other node.
NodeId differential_part(const OperatorTree& tree, NodeId node);

// Whether the relation is (∀x) ∈ X, as LaTeXML reads ∀x ∈ X.
bool relates_quantifier(const OperatorTree& tree, Op relation, std::span<const NodeId> operands);

bool takes_limits(Op op);

}  // namespace noether::formula
