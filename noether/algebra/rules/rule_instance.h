// A rule as something that can be checked with numbers: two expressions and conditions.
//
// Most rules are one as they stand, with their variables as unknowns. In a rule about derivatives
// or integrals a pattern variable stands for a function, so such a rule becomes several instances:
// the variable of differentiation is bound to a variable x, what is differentiated to elementary
// functions of x, what must be free of x stays an unknown; then derivatives are done. A rule about
// antiderivatives holds up to a constant: its two sides are differentiated before the comparison.
// Derivatives are formal, with a domain of their own, so instances are compared where both sides
// are defined and say nothing about domains.
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
  std::string bindings;  // `?f = (sin x), ?g = x`; empty for the rule as it stands
};

// Whether derivatives or integrals occur in the rule.
bool is_calculus(const Expressions& pool, const RuleText& rule);

// In `scratch`, which shares the vocabulary of `pool`.
std::vector<RuleInstance> rule_instances(const Expressions& pool, const RuleText& rule,
                                         Expressions& scratch, std::uint64_t seed);

// The same expression in another pool with the same vocabulary.
ExprId copy_expression(const Expressions& from, ExprId root, Expressions& to);

}  // namespace noether::algebra
