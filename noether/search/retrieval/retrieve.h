// Finds the units with the best scores: documents or formulas, by weighted terms in spaces.
// Scores are sums of integers: the weight of a term in the query is rounded to a multiple of the
// 2^-18th part of the sum of all weights, and the weight of its frequency in a unit to a multiple
// of the 2^-13th part of its maximum. So a score depends neither on the order of addition nor on
// the method. Statistics are those of the whole collection, so it does not depend on the division
// into segments either. Equal scores are ordered by unit number.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "noether/search/retrieval/query.h"
#include "noether/search/retrieval/searched_index.h"

namespace noether::search {

// Returns at most `k` units that contain a term of the query or, if the filter requires terms,
// those; the best come first. All spaces have the same kind of unit.
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
