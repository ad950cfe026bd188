// The relation between a statement and the next one of a text: their factors, and the operation
// applied to both sides.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "noether/algebra/normal/domain.h"
#include "noether/algebra/normal/rational_function.h"
#include "noether/algebra/solve/statement.h"
#include "noether/formula/formula_io.h"

namespace noether::algebra {

// Equations as products that must be 0, with their domains and terms.
struct StatementFactors {
  std::vector<ExprId> vanishing;  // the statement holds where one of them is 0
  normal::Domain domain;          // and all of these conditions hold
  // An alternative needs fewer than all conditions, and may hold where another has no value.
  bool has_mixed_domains = false;
};

// left - right, multiplied over the alternatives.
ExprId difference(Expressions& pool, const Statement& statement);
// Returns nothing if the work took too long, or if the statement always holds.
std::optional<StatementFactors> factors_of(Expressions& pool, normal::Normalizer& normalizer,
                                           const Statement& statement);
// The factors of `own` that are not factors of `other` and may be 0 in its domain.
std::vector<ExprId> beyond(const StatementFactors& own, const StatementFactors& other);
// Returns nothing for a condition that has no text.
std::optional<std::string> condition_text(const Expressions& pool,
                                          const normal::Obligation& obligation,
                                          formula::Notation notation);

// The coefficients of a sum without their signs, by monomial; absent if the work took too long.
using TermSizes = std::map<ExprId, Rational>;
std::optional<TermSizes> sizes_of(normal::Normalizer& normalizer, ExprId expression);

// Returns whether x^(1/3) or the like occurs.
bool has_odd_root(const Expressions& pool, const Statement& statement);

// Names the operation on both sides that leads from an equation to the next one: "added 4 to both
// sides".
//
// It is only a name; other code decides whether solutions were kept.

// Empty if the operation has no name.
std::string operation_between(Expressions& pool, normal::Normalizer& normalizer,
                              const Statement& before, const Statement& after,
                              formula::Notation notation);

}  // namespace noether::algebra
