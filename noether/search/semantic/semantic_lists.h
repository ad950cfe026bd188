// Formulas near those of a query by their vectors, and the documents they stand in.
#pragma once

#include <cstdint>
#include <vector>

#include "noether/base/error.h"
#include "noether/search/candidates/formula_lists.h"
#include "noether/search/semantic/formula_encoder.h"

namespace noether::search {

// Fills in the hits of the lists, with cosines as scores. A formula that the encoder cannot read,
// or that is excluded, gets none. An error when the index has no vectors of the encoder's model.
base::Result<void> search_by_vectors(const index::IndexReader& index, const FormulaEncoder& encoder,
                                     const Query& query, std::uint32_t depth,
                                     std::vector<FormulaList>& lists);

}  // namespace noether::search
