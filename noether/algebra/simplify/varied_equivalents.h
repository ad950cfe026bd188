// Expressions equal to one, of as many kinds as there are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "noether/algebra/equivalents/equivalents.h"
#include "noether/algebra/expression/expression.h"

namespace noether::algebra {

// Up to `how_many` of at most `max_tokens`, in the usual order (usual_order.h), so that no two
// differ by commuting, bracketing or signs alone. They are chosen in turn from the kinds of roots
// (sums, products, quotients, powers, each function), from each kind the one that is cheapest to
// read (reading_cost.h) among the shapes not shown yet, where a shape is the expression without
// its names and numbers; only when all shapes have been shown, others follow. Ascending in cost;
// the same for the same graph.
std::vector<ExprId> varied_equivalents(Equivalents& equivalents, Expressions& pool,
                                       std::size_t how_many, std::uint32_t max_tokens);

}  // namespace noether::algebra
