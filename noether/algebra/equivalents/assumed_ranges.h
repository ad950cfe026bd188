// Assumptions about variables as ranges, which is what facts are made of.
#pragma once

#include <utility>
#include <vector>

#include "noether/algebra/expression/assumptions.h"
#include "noether/algebra/numeric/ranges/range.h"

namespace noether::algebra {

// The range of a constant expression; everything when it has variables or unknown functions.
Range range_of_constant(const Expressions& pool, ExprId constant);
// Only variables that are assumed to be real have one.
std::vector<std::pair<Head, Range>> assumed_ranges(const Expressions& pool,
                                                   const Assumptions& assumptions);

}  // namespace noether::algebra
