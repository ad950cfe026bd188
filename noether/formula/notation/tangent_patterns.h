// The shapes by which LaTeXML, and so Tangent-S, spells what is one operator in Noether.
//
// The reader replaces these shapes; the writer must know them so as not to write one by accident.
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

// Whether an application of the head to so many operands is an operator with its scripts.
bool is_scripted_application(const OperatorTree& tree, const ScriptedOperator& head,
                             std::size_t operands);

// d f / d x and ∂²f / ∂x∂y.
struct DerivativeFraction {
  bool partial = false;
  std::span<const NodeId> body;  // factors; empty when nothing is differentiated
  std::vector<NodeId> variables;
  NodeId order = kNoNode;  // of an ordinary derivative
};
std::optional<DerivativeFraction> derivative_fraction(const OperatorTree& tree, NodeId numerator,
                                                      NodeId denominator);

// One link of a chain of relations.
struct ChainLink {
  NodeId head;          // a scripted relation, or kNoNode
  Op op = Op::Missing;  // else the relation
  std::string_view label;
  std::span<const NodeId> operands;
};
// The links when every conjunct but the first is a relation that lacks its left side.
bool chain_links(const OperatorTree& tree, std::span<const NodeId> conjuncts,
                 std::vector<ChainLink>& links);
bool is_relation_head(const OperatorTree& tree, NodeId head);
// LaTeXML's superscript on a relation is what stands over it: \overset{def}{=}.
bool is_scripted_relation(const OperatorTree& tree, NodeId head);

// b (mod m) on the right of a relation: the factors of b and m.
struct Congruence {
  std::span<const NodeId> factors;
  NodeId right = kNoNode;  // b, when it is not a list of factors
  NodeId modulus = kNoNode;
};
std::optional<Congruence> congruence(const OperatorTree& tree, Op relation, NodeId right);

// How many of the last factors are differentials, dx or d x; each is `width` factors wide.
struct Differentials {
  std::size_t count = 0;
  std::size_t width = 1;
};
Differentials trailing_differentials(const OperatorTree& tree, Op integral,
                                     std::span<const NodeId> factors);

// Whether any differential would be found in an integrand: among its last factors, or those of its
// numerator or last term.
bool holds_differential(const OperatorTree& tree, Op integral, NodeId integrand);
// The operand of such a node that the differential may be in; kNoNode for any other node.
NodeId differential_part(const OperatorTree& tree, NodeId node);

// (∀x) ∈ X, which LaTeXML makes of ∀x ∈ X.
bool relates_quantifier(const OperatorTree& tree, Op relation, std::span<const NodeId> operands);

bool takes_limits(Op op);

}  // namespace noether::formula
