// Where an expression is defined, as a set of conditions in canonical form.
//
// An expression is defined where all of its parts are, so its domain is where all conditions hold:
// divisors are not 0, arguments of ln are positive, and so on, each written with canonical,
// irreducible expressions. Conditions that hold always are left out. Equal sets mean equal domains;
// different sets say nothing.
//
// A condition is taken of the canonical form of a part, which may be defined where the part is not;
// but there a condition of that part fails already.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <set>

#include "noether/algebra/normal/rational_function.h"

namespace noether::algebra::normal {

struct Obligation {
  enum class Kind : std::uint8_t {
    Never,        // nowhere defined
    Nonzero,      // subject != 0
    Positive,     // subject > 0
    Nonnegative,  // subject >= 0
    NoPole,       // subject is not 0, -1, -2, ...
    Defined,      // the function `subject`, of canonical operands, is defined
  };
  Kind kind;
  ExprId subject;

  friend auto operator<=>(const Obligation&, const Obligation&) = default;
};

using Domain = std::set<Obligation>;

// None when the budget was not enough.
std::optional<Domain> domain_of(Normalizer& normalizer, ExprId id, const Budget& budget = {});

// Whether the domains are known to be the same set.
bool same_domain(Normalizer& normalizer, ExprId a, ExprId b, const Budget& budget = {});

}  // namespace noether::algebra::normal
