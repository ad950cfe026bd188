// The parts of a formula that matched a query.
#pragma once

#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/search/formula/formula_hit.h"
#include "noether/search/formula/formula_query.h"

namespace noether::search {

// Disjoint, ordered byte ranges of `latex` that the largest common part of both operator trees
// covers: the whole formula if the formulas are the same, and nothing if they share nothing. A
// query with wildcards marks the parts that it matched. Each range is a complete piece of LaTeX,
// the smallest around the match (formula/latex/source_wholes.h), so that a mark around it changes
// nothing else.
std::vector<base::Span> highlight(const FormulaQuery& query, std::string_view latex);

// The same for a search result: the whole formula if it is the same as the query in some sense,
// such as by its meaning, whatever parts they share.
std::vector<base::Span> matched_parts(const FormulaQuery& query, Sameness sameness,
                                      std::string_view latex);

}  // namespace noether::search
