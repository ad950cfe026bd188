// The formulas that equal a query, among those that are the same in some sense.
#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include "noether/base/error.h"
#include "noether/index/index_reader.h"
#include "noether/search/candidates/formula/formula_hit.h"
#include "noether/search/candidates/formula/formula_query.h"
#include "noether/search/is_over.h"

namespace noether::search {

using SameFormula = std::pair<Sameness, std::uint32_t>;  // and the number of the formula

// The results keep their order. Algebra may take this many seconds in all. Returns an error if
// `is_over` becomes true.
base::Result<EqualFormulaList> find_equal_among(std::span<const SameFormula> same,
                                                const index::IndexReader& index,
                                                const FormulaQuery& query, double seconds,
                                                const IsOver& is_over);

}  // namespace noether::search
