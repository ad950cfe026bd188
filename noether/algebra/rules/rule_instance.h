// A rule in a form that can be checked with numbers: two expressions and conditions.
//
// Most rules are themselves an instance, with their variables as unknowns. In a rule about
// derivatives or integrals, a pattern variable stands for a function, so such a rule becomes
// several instances: the variable of differentiation is bound to a variable x, differentiated
// expressions to elementary functions of x, and expressions that must be free of x stay unknowns;
// then derivatives are carried out. A rule about antiderivatives holds up to a constant, so its two
// sides are differentiated before the comparison. Derivatives are formal, with a domain of their
// own, so instances are compared where both sides are defined and say nothing about domains.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "noether/algebra/rules/rule_file.h"

namespace noether::algebra {

struct RuleInstance {
  ExprId left = kNoExpr;
  ExprId right = kNoExpr;
  std::vector<Condition> conditions;
  std::string bindings;  // `?f = (sin x), ?g = x`; empty for the unchanged rule
};

// Returns whether derivatives or integrals occur in the rule.
bool is_calculus(const Expressions& pool, const RuleText& rule);

// The instances are in `scratch`, which shares the vocabulary of `pool`.
std::vector<RuleInstance> rule_instances(const Expressions& pool, const RuleText& rule,
                                         Expressions& scratch, std::uint64_t seed);

// Copies the expression to another pool with the same vocabulary.
ExprId copy_expression(const Expressions& from, ExprId root, Expressions& to);

}  // namespace noether::algebra
