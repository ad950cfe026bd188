// The domain of an expression, as a set of conditions in canonical form.
//
// An expression is defined where all of its parts are, so its domain is where all conditions hold:
// divisors are not 0, arguments of ln are positive, and so on, each written with canonical,
// irreducible expressions. Conditions that always hold are omitted. Equal sets mean equal domains;
// from different sets nothing follows.
//
// A condition refers to the canonical form of a part, which may be defined where the part is not;
// but there, another condition of that part already fails.
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

// Returns nothing if the budget was exceeded.
std::optional<Domain> domain_of(Normalizer& normalizer, ExprId id, const Budget& budget = {});

// Returns whether the domains are known to be the same set; nothing if the budget was exceeded.
bool same_domain(Normalizer& normalizer, ExprId a, ExprId b, const Budget& budget = {});

}  // namespace noether::algebra::normal
