// The first step of formula retrieval: BM25 over layout tuples and path prefixes, in one pass over
// the postings.
//
// Tuples know the symbols, paths the structure whatever the symbols. Added up they rank about as
// well as the two rankings fused by rank, for the cost of one.
#pragma once

#include <cstdint>
#include <vector>

#include "noether/base/error.h"
#include "noether/index/index_reader.h"
#include "noether/search/formula/formula_query.h"
#include "noether/search/retrieval/query.h"

namespace noether::search {

// k1 1.2, b 0.75, and f/(f + 10) for a feature that is f times in the query, as MathDowsers has it.
std::vector<SpaceQuery> first_step(const FormulaQuery& query);

// The score that the query itself would have, were it a formula of the index.
base::Result<double> own_score(const index::IndexReader& index, const FormulaQuery& query,
                               const std::vector<SpaceQuery>& spaces);

}  // namespace noether::search
