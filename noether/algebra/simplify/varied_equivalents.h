// Finds expressions equal to a given one, of as many kinds as possible.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "noether/algebra/equivalents/equivalents.h"
#include "noether/algebra/expression/expression.h"

namespace noether::algebra {

// Returns up to `how_many` expressions of at most `max_tokens`, in the usual order (usual_order.h),
// so that no two differ only by commuting, bracketing or signs. They are chosen in turn from the
// kinds of roots (sums, products, quotients, powers, each function): from each kind, the one that
// is cheapest to read (reading_cost.h) among the shapes not shown yet, where a shape is the
// expression without its names and numbers. Other expressions follow after all shapes have been
// shown. The result ascends in cost, and is the same for the same graph.
std::vector<ExprId> varied_equivalents(Equivalents& equivalents, Expressions& pool,
                                       std::size_t how_many, std::uint32_t max_tokens);

}  // namespace noether::algebra
