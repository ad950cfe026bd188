// Which part of a formula matched a query.
#pragma once

#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/search/candidates/formula/formula_hit.h"
#include "noether/search/candidates/formula/formula_query.h"

namespace noether::search {

// Bytes of `latex`, apart from one another and in order: the parts that the largest common part of
// both operator trees covers. All of it when the formulas are the same; nothing when they share
// nothing. A query with wildcards marks what it matched. Each is a piece of LaTeX by itself, the
// smallest around what matched (formula/latex/source_wholes.h): a mark around it changes nothing
// else.
std::vector<base::Span> highlight(const FormulaQuery& query, std::string_view latex);

// The same of what a search has found: all of it when it is the same as the query in some sense, as
// by its meaning, whatever their parts have in common.
std::vector<base::Span> matched_parts(const FormulaQuery& query, Sameness sameness,
                                      std::string_view latex);

}  // namespace noether::search
