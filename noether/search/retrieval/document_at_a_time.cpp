// Scores one unit after the other in all lists, as long as it can still be among the best.
//
// Lists are ordered by their maximum contribution. The first lists, which even together cannot
// bring a unit among the best, give no candidates. Block maxima show whether a block is worth
// decoding.
#include <algorithm>
#include <vector>

#include "noether/search/retrieval/methods.h"

namespace noether::search {
namespace {

using index::PostingCursor;

// One call of is_over takes as long as scoring a unit or two.
constexpr std::uint32_t kUnitsBetweenAsks = 4096;

class UnitScorer {
 public:
  UnitScorer(const SegmentTask& task, BestUnits& best) : task_(task), best_(best) {
    for (ScoredList& list : task.lists) {
      std::uint32_t bound = 0;
      for (std::uint32_t block = 0; block < list.cursor.blocks(); ++block) {
        bound = std::max(bound, list.at_most(list.cursor.block_bounds(block)));
      }
      walks_.push_back({&list, bound, 0});
    }
    std::ranges::sort(walks_, {}, &Walk::bound);
    std::uint64_t sum = 0;
    for (Walk& walk : walks_) {
      walk.below = sum;
      sum += walk.bound;
    }
  }

  base::Result<void> run() {
    for (std::uint32_t steps = 0;; ++steps) {
      if (steps % kUnitsBetweenAsks == 0) {
        if (auto on = go_on(task_.is_over); !on) return on;
      }
      while (first_ < walks_.size() &&
             walks_[first_].below + walks_[first_].bound < best_.needed()) {
        ++first_;
      }
      std::uint32_t unit = PostingCursor::kEnd;
      for (std::size_t i = first_; i < walks_.size(); ++i) {
        unit = std::min(unit, walks_[i].list->cursor.unit());
      }
      if (unit == PostingCursor::kEnd) return {};
      if (first_ + 1 == walks_.size() && skip_block(walks_[first_], unit)) continue;
      score(unit);
    }
  }

 private:
  struct Walk {
    ScoredList* list;
    std::uint32_t bound;
    std::uint64_t below;  // the bounds of all lists before it
  };

  // If only one list gives candidates, skips its block if no unit in it can reach the needed score.
  bool skip_block(Walk& walk, std::uint32_t unit) {
    if (unit < looked_at_) return false;
    const PostingCursor::Block block = walk.list->cursor.block_at(unit);
    looked_at_ = block.last + 1;
    if (walk.below + walk.list->at_most(block.bounds) >= best_.needed()) return false;
    walk.list->cursor.advance_to(block.last + 1);
    return true;
  }

  void score(std::uint32_t unit) {
    std::uint64_t sum = 0;
    for (std::size_t i = first_; i < walks_.size(); ++i) {
      ScoredList& list = *walks_[i].list;
      if (list.cursor.unit() != unit) continue;
      sum += list.score(list.cursor.weight(), list.lengths[unit]);
      list.cursor.next();
    }
    if (!task_.allowed.has(unit)) return;
    for (std::size_t i = first_; i-- > 0;) {
      const Walk& walk = walks_[i];
      if (sum + walk.below + walk.bound < best_.needed()) return;
      ScoredList& list = *walk.list;
      const PostingCursor::Block block = list.cursor.block_at(unit);
      if (sum + walk.below + list.at_most(block.bounds) < best_.needed()) return;
      if (list.cursor.advance_to(unit) != unit) continue;
      sum += list.score(list.cursor.weight(), list.lengths[unit]);
    }
    best_.add(task_.first_unit + unit, static_cast<std::uint32_t>(sum));
  }

  const SegmentTask& task_;
  BestUnits& best_;
  std::vector<Walk> walks_;
  std::size_t first_ = 0;        // the first essential list
  std::uint32_t looked_at_ = 0;  // blocks were examined up to this unit
};

}  // namespace

base::Result<void> score_document_at_a_time(const SegmentTask& task, BestUnits& best) {
  // No list contains the units without any term.
  if (task.takes_scores_of_0) return score_windows(task, best);
  return UnitScorer(task, best).run();
}

}  // namespace noether::search
