// Finds the units that score best: documents or formulas, by weighted terms in spaces.
//
// Scores are sums of whole numbers: what a term counts in the query is rounded to a multiple of the
// 2^-18th part of what all of them count, and what its frequency counts in a unit to one of the
// 2^-13th part of its most. So a score depends neither on the order in which terms are added nor on
// the method, and statistics are those of the whole collection, so it does not depend on how units
// are spread over segments either. Equal scores are ordered by unit number.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "noether/search/candidates/retrieval/query.h"
#include "noether/search/candidates/retrieval/searched_index.h"

namespace noether::search {

// At most `k` units with a term of the query or, when the filter asks for terms, with those; the
// best first. All spaces are about the same kind of unit.
base::Result<std::vector<Hit>> top_units(const SearchedIndex& in, std::span<const SpaceQuery> query,
                                         const Filter& filter, std::uint32_t k,
                                         Method method = Method::Automatic);

// The scores of given units, in their order; 0 for those without a term of the query.
base::Result<std::vector<double>> score_units(const SearchedIndex& in,
                                              std::span<const SpaceQuery> query,
                                              std::span<const std::uint32_t> units);

// The terms of the query that the unit has, in the order of the query. Their scores add up to the
// unit's.
base::Result<std::vector<ScorePart>> explain(const SearchedIndex& in,
                                             std::span<const SpaceQuery> query, std::uint32_t unit);

}  // namespace noether::search
