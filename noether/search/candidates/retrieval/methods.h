// The three ways to score the units of one segment. They differ in speed only. An error when it is
// over before the end.
#pragma once

#include <cstdint>
#include <span>

#include "noether/search/candidates/retrieval/allowed_units.h"
#include "noether/search/candidates/retrieval/best_units.h"
#include "noether/search/candidates/retrieval/plan.h"

namespace noether::search {

// The input of a method for one segment.
struct SegmentTask {
  std::span<ScoredList> lists;
  const AllowedUnits& allowed;
  std::uint32_t units = 0;
  std::uint32_t first_unit = 0;    // is added to the numbers that go to `best`
  std::uint64_t all_units = 0;     // of all segments; 0: nothing is to be guessed
  bool takes_scores_of_0 = false;  // allowed units are found even without a term of the query
  IsOver is_over = {};
};

// Every posting of every list, one after the other: the reference.
base::Result<void> score_exhaustively(const SegmentTask& task, BestUnits& best);
// Scores a window of units at a time, in whole blocks of postings. Windows are multiples of 64.
inline constexpr std::uint32_t kWindow = 8192;
base::Result<void> score_windows(const SegmentTask& task, BestUnits& best,
                                 std::uint32_t window = kWindow);
// Scores one unit after the other, over all lists.
base::Result<void> score_document_at_a_time(const SegmentTask& task, BestUnits& best);

}  // namespace noether::search
