// The formulas of an index that are nearest to one by their vectors; of those equally near, the
// ones that look most like it first.
//
// An encoder that reads expressions as their values gives one vector to all that is worth the same:
// sin²x + cos²x, 1 and g/g are in one place, and a cosine says nothing of their order. How formulas
// are written does, as in a search for similar ones.
#pragma once

#include <cstdint>
#include <vector>

#include "noether/base/error.h"
#include "noether/index/index_reader.h"
#include "noether/index/vectors/nearest_formulas.h"
#include "noether/search/candidates/formula/formula_query.h"
#include "noether/search/candidates/formula/formula_searcher.h"
#include "noether/search/semantic/formula_encoder.h"

namespace noether::search {

// Of more formulas that tie, those drawn like the query and the first ones of the index are looked
// at, and trees are compared of fewer: those that share most with the query by postings.
inline constexpr std::uint32_t kMostTiedFormulas = 2048;
inline constexpr std::uint32_t kMostTiedTrees = 256;

// `query` is the formula that `question` is of, `formulas` a searcher of the index. Cosines fall
// but for differences within index::kTiedCosines. All vectors are compared when it asks by one
// part.
base::Result<std::vector<index::NearFormula>> similar_formulas(const index::IndexReader& index,
                                                               FormulaSearcher& formulas,
                                                               const FormulaQuery& query,
                                                               const FormulaQuestion& question,
                                                               const index::NearestOptions& options,
                                                               const index::VectorSet& set = {});

}  // namespace noether::search
