// Adds the scores of a run of postings to their units: the inner loop of bulk scoring.
#pragma once

#include <cstdint>
#include <span>

#include "noether/search/candidates/retrieval/plan.h"

namespace noether::search {

// `scores` begins with the unit `begin`, and has all `units`, which ascend.
void add_postings(const ScoredList& list, std::span<const std::uint32_t> units,
                  std::span<const std::uint32_t> weights, std::uint32_t begin,
                  std::uint32_t* scores);
// The same for a block that is not quite decoded.
void add_postings(const ScoredList& list, const index::PostingCursor::Gaps& block,
                  std::uint32_t begin, std::uint32_t* scores);

}  // namespace noether::search
