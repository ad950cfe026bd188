// The formulas of an index that are nearest to a given one by their vectors; among equally near
// ones, those that look most like it come first.
// An encoder that reads expressions by their values gives the same vector to all expressions of
// equal value: sin²x + cos²x, 1 and g/g have one vector, and a cosine cannot order them. Their
// notation can, as in a search for similar formulas.
#pragma once

#include <cstdint>
#include <vector>

#include "noether/base/error.h"
#include "noether/index/index_reader.h"
#include "noether/index/nearest_formulas.h"
#include "noether/search/formula/formula_query.h"
#include "noether/search/formula/formula_searcher.h"
#include "noether/search/semantic/formula_encoder.h"

namespace noether::search {

// If more formulas tie, only those drawn like the query and the first ones of the index are
// considered, and trees are compared for fewer: those that share most with the query by postings.
inline constexpr std::uint32_t kMostTiedFormulas = 2048;
inline constexpr std::uint32_t kMostTiedTrees = 256;

// `query` is the formula of `question`, and `formulas` is a searcher of the index. Cosines are
// descending up to differences within index::kTiedCosines. All vectors are compared if the question
// uses one part.
base::Result<std::vector<index::NearFormula>> similar_formulas(const index::IndexReader& index,
                                                               FormulaSearcher& formulas,
                                                               const FormulaQuery& query,
                                                               const FormulaQuestion& question,
                                                               const index::NearestOptions& options,
                                                               const index::VectorSet& set = {});

}  // namespace noether::search
