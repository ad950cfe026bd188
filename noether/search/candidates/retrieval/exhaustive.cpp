#include <vector>

#include "noether/search/candidates/retrieval/methods.h"

namespace noether::search {

base::Result<void> score_exhaustively(const SegmentTask& task, BestUnits& best) {
  std::vector<std::uint32_t> scores(task.units, 0);
  for (ScoredList& list : task.lists) {
    if (auto on = go_on(task.is_over); !on) return on;
    for (index::PostingCursor& cursor = list.cursor; cursor.unit() != index::PostingCursor::kEnd;
         cursor.next()) {
      scores[cursor.unit()] += list.score(cursor.weight(), list.lengths[cursor.unit()]);
    }
  }
  for (std::uint32_t unit = 0; unit < task.units; ++unit) {
    if ((scores[unit] > 0 || task.takes_scores_of_0) && task.allowed.has(unit)) {
      best.add(task.first_unit + unit, scores[unit]);
    }
  }
  return {};
}

}  // namespace noether::search
