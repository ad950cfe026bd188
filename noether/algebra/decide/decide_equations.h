// Decides whether two equations are equivalent.
//
// Proven: their sides are equal, in this order or exchanged, or the difference of the sides of one
// is a multiple, by a number, of that of the other: 2x = 4 and x - 2 = 0. Refuted: a point is known
// where one holds and the other does not. For equations that have the same solutions for other
// reasons, such as x = 0 and x^3 = 0, the verdict is Unknown.
//
// An equation does not hold where one of its sides has no value; with WhereBothDefined, only points
// count where all four sides have one. All four are in one field, which is complex if one of them
// contains i. Nothing is refuted if sides contain integrals, sums and the like, or derivatives that
// have no rule, nor under assumptions.
#pragma once

#include <span>

#include "noether/algebra/decide/decide.h"
#include "noether/base/error.h"

namespace noether::algebra {

struct Equation {
  ExprId left;
  ExprId right;
};

// The values of a refutation are `true` and `false`. A proof leads from the difference of the sides
// of one equation to that of the other, or to a multiple of it.
Decision decide_equations(Expressions& pool, const Equation& a, const Equation& b,
                          const DecideOptions& options = {});

// Compares two equations, of two sides each, or two expressions, of one side each. Any other
// combination is an error.
base::Result<Decision> decide_sides(Expressions& pool, std::span<const ExprId> a,
                                    std::span<const ExprId> b, const DecideOptions& options = {});

}  // namespace noether::algebra
