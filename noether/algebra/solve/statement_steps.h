// What one statement is to the next one of a text: their factors, and what was done to both sides.
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

// Equations as products that must be 0: their factors, their domains and their terms.
struct StatementFactors {
  std::vector<ExprId> vanishing;  // the statement holds where one of them is 0
  normal::Domain domain;          // and all of these are met
  // An alternative needs less than all of them, and may hold where another has no value.
  bool has_mixed_domains = false;
};

// left - right, multiplied over the alternatives.
ExprId difference(Expressions& pool, const Statement& statement);
// None when that took too long, or when the statement always holds.
std::optional<StatementFactors> factors_of(Expressions& pool, normal::Normalizer& normalizer,
                                           const Statement& statement);
// The factors of one that are not of the other, nor kept from being 0 by its domain.
std::vector<ExprId> beyond(const StatementFactors& own, const StatementFactors& other);
// None for a condition that cannot be said.
std::optional<std::string> condition_text(const Expressions& pool,
                                          const normal::Obligation& obligation,
                                          formula::Notation notation);

// The coefficients of a sum without their signs, by monomial; none when that took too long.
using TermSizes = std::map<ExprId, Rational>;
std::optional<TermSizes> sizes_of(normal::Normalizer& normalizer, ExprId expression);

// Whether x^(1/3) or the like occurs.
bool has_odd_root(const Expressions& pool, const Statement& statement);

// What was done to both sides of an equation to get the next one: "added 4 to both sides".
//
// Only a name: whether solutions were kept is decided elsewhere.

// Empty when it is nothing that has a name here.
std::string operation_between(Expressions& pool, normal::Normalizer& normalizer,
                              const Statement& before, const Statement& after,
                              formula::Notation notation);

}  // namespace noether::algebra
