// Scores a window of units at a time.
//
// The block maxima bound the score that each list can add within the window. The lists that even
// together cannot bring a unit among the best are not essential. The units of the other lists are
// scored first, and only those that can still be among the best are looked up in the rest.
#include <algorithm>
#include <array>
#include <functional>
#include <vector>

#include "noether/search/retrieval/methods.h"
#include "noether/search/retrieval/plan.h"

namespace noether::search {
namespace {

using index::kPostingBlock;
using index::PostingCursor;

// Looking up a unit in a list costs about as much as adding this many postings.
constexpr std::uint32_t kLookUp = 5;
// Ideally, one unit in this many of a window is a candidate.
constexpr std::uint32_t kFewCandidates = 40;

// A list with its state in the walk through the windows.
struct Walk {
  ScoredList* list;
  std::uint32_t block = 0;  // the first one that extends into the window or beyond
  std::uint32_t block_end = 0;
  std::uint32_t postings = 0;  // in the window, approximately
  std::uint32_t bound = 0;     // of its contribution to a unit of the window
  BoundRow row = {};           // the same, by length
  index::PostingBounds bounds = {};
  std::uint32_t most = 0;  // the maximum of the row

  PostingCursor& cursor() const { return list->cursor; }
  // Combines the bounds of the blocks in the window. For short lists they are the same in many
  // windows.
  void take_bounds() {
    index::PostingBounds all;
    for (std::uint32_t i = block; i < block_end; ++i) all.include(cursor().block_bounds(i));
    if (all.codes() != bounds.codes()) {
      bounds = all;
      row = list->at_most_by_length(all);
      most = std::ranges::max(row);
    }
    bound = most;
  }
};

class WindowScorer {
 public:
  WindowScorer(const SegmentTask& task, BestUnits& best, std::uint32_t window)
      : task_(task), best_(best), window_(window) {
    for (ScoredList& list : task.lists) walks_.push_back({.list = &list});
    scores_.assign((std::min(window, task.units) + kGroup - 1) / kGroup * kGroup, 0);
    candidates_.reserve(scores_.size() + 1);
  }

  base::Result<void> run() {
    // The first window is small, because the score that a unit must reach is not yet known.
    std::uint32_t size = task_.units / 16 < window_ ? window_ : std::max(window_ / 16, 64U);
    for (begin_ = 0; begin_ < task_.units; begin_ = end_) {
      if (auto on = go_on(task_.is_over); !on) return on;
      end_ = task_.units - begin_ < size ? task_.units : begin_ + size;
      size = std::min(2 * size, window_);
      std::uint32_t allowed = end_ - begin_;
      if (task_.allowed.is_listed()) allowed = task_.allowed.count(begin_, end_);
      if (allowed > 0) score_window(allowed);
      if (task_.all_units > 0) best_.have_seen(task_.first_unit + end_, task_.all_units);
    }
    return {};
  }

 private:
  static constexpr std::uint32_t kGroup = 8;

  void score_window(std::uint32_t allowed) {
    needed_ = best_.needed();
    fetch_lengths();
    survey();
    divide();
    if (essential_.empty() && needed_ > 0) return;
    std::uint64_t postings = 0;
    for (const Walk* walk : essential_) postings += walk->postings;
    candidates_.clear();
    if (task_.allowed.is_listed() && std::uint64_t{allowed} * kLookUp < postings) {
      look_up_all();
      for (std::uint32_t unit = 0; unit < end_ - begin_; ++unit) {
        if (task_.allowed.has(begin_ + unit)) candidates_.push_back(unit);
      }
    } else {
      for (Walk* walk : essential_) add(*walk);
      take_reached();
      adapt_share();
    }
    if (!candidates_.empty()) look_up_others();
    for (const std::uint32_t unit : candidates_) {
      best_.add(task_.first_unit + begin_ + unit, scores_[unit]);
    }
    std::ranges::fill(scores_, 0U);
  }

  // Used when no postings are added: then the bounds apply to all lists together.
  void look_up_all() {
    others_.insert(others_.end(), essential_.begin(), essential_.end());
    if (needed_ <= 1) return;
    for (const Walk* walk : essential_) remaining_.add(*walk->list, walk->row);
  }

  // Prefetches the lengths for the next window, well before they are used and one per cache line.
  void fetch_lengths() {
    const ScoredList* last = nullptr;
    for (const ScoredList& list : task_.lists) {
      if (last != nullptr && last->part == list.part) continue;
      last = &list;
      const std::size_t width = list.lengths.width();
      const char* bytes = list.lengths.bytes().data();
      const std::size_t end = std::min(list.lengths.bytes().size(), (end_ + window_) * width);
      for (std::size_t i = end_ * width; i < end; i += 64) __builtin_prefetch(bytes + i);
    }
  }

  // Determines the part of each list in the window. Lists that are at their end are dropped.
  void survey() {
    std::erase_if(walks_, [&](Walk& walk) {
      const PostingCursor& cursor = walk.cursor();
      while (walk.block < cursor.blocks() && cursor.block_last(walk.block) < begin_) ++walk.block;
      return walk.block >= cursor.blocks();
    });
    const bool with_bounds = needed_ > 1;
    for (Walk& walk : walks_) {
      PostingCursor& cursor = walk.cursor();
      walk.block_end = walk.block + 1;
      walk.bound = 0;
      if (cursor.block_last(walk.block) >= end_ - 1) {
        // A list with few units in many windows: it is cheap to find out whether this window has
        // any.
        if (cursor.advance_to(begin_) >= end_) continue;
        walk.postings = kPostingBlock / 4;
      } else {
        while (walk.block_end < cursor.blocks() &&
               cursor.block_last(walk.block_end - 1) < end_ - 1) {
          ++walk.block_end;
        }
        walk.postings = (walk.block_end - walk.block) * kPostingBlock;
        cursor.fetch_behind(walk.block, walk.block_end - 1);
      }
      walk.bound = 1;
      // Bounds are needed only if there is a least score.
      if (with_bounds) walk.take_bounds();
    }
  }

  // Chooses the lists that are not essential: first those with the most postings for their bound.
  void divide() {
    essential_.clear();
    others_.clear();
    remaining_.clear();
    for (Walk& walk : walks_) {
      if (walk.bound > 0) essential_.push_back(&walk);
    }
    if (needed_ <= 1) return;
    std::ranges::sort(essential_, {}, [](const Walk* walk) {
      return static_cast<float>(walk->bound) / static_cast<float>(walk->postings);
    });
    std::size_t count = 0;
    const auto limit = static_cast<std::uint64_t>(share_ * needed_);
    for (; count < essential_.size(); ++count) {
      const Walk& walk = *essential_[count];
      if (remaining_.most_with(*walk.list, walk.row) >= limit) break;
      remaining_.add(*walk.list, walk.row);
    }
    const auto middle = essential_.begin() + static_cast<std::ptrdiff_t>(count);
    others_.assign(essential_.begin(), middle);
    essential_.erase(essential_.begin(), middle);
  }

  void add(Walk& walk) {
    for (std::uint32_t block = walk.block; block < walk.block_end; ++block) {
      // The first block may begin before the window, and the last one may end behind it.
      if (block > walk.block && block + 1 < walk.block_end &&
          walk.cursor().read_gaps(block, gaps_) && gaps_.before + 1 >= begin_) {
        add_postings(*walk.list, gaps_, begin_, scores_.data());
        continue;
      }
      auto [units, weights] = walk.cursor().decode(block);
      if (units.empty()) return;
      const auto below = [&](std::uint32_t unit) {
        return static_cast<std::size_t>(std::ranges::lower_bound(units, unit) - units.begin());
      };
      const std::size_t first = units.front() < begin_ ? below(begin_) : 0;
      const std::size_t last = units.back() >= end_ ? below(end_) : units.size();
      add_postings(*walk.list, units.subspan(first, last - first),
                   weights.subspan(first, last - first), begin_, scores_.data());
    }
  }

  // Selects the units whose score, plus the maximum of the other lists, is sufficient.
  void take_reached() {
    const std::uint64_t others = remaining_.most();
    const auto enough = static_cast<std::uint32_t>(needed_ > others ? needed_ - others : needed_);
    std::size_t count = 0;
    candidates_.resize(scores_.size() + 1);
    const std::uint32_t size = end_ - begin_;
    std::uint32_t* const out = candidates_.data();
    const std::uint32_t* const scores = scores_.data();
    for (std::uint32_t group = 0; group < size; group += kGroup) {
      // Most groups contain no candidate.
      std::uint32_t most = 0;
      for (std::uint32_t i = 0; i < kGroup; ++i) most = std::max(most, scores[group + i]);
      if (most < enough) continue;
      for (std::uint32_t unit = group; unit < group + kGroup; ++unit) {
        out[count] = unit;
        count += scores[unit] >= enough ? 1U : 0U;
      }
    }
    while (count > 0 && out[count - 1] >= size) --count;
    candidates_.resize(count);
    if (!others_.empty()) drop_hopeless();
    if (task_.allowed.all()) return;
    std::erase_if(candidates_,
                  [&](std::uint32_t unit) { return !task_.allowed.has(begin_ + unit); });
  }

  // Both candidates and postings are expensive. If the lists that are not essential get a smaller
  // share, there are fewer candidates and more postings.
  void adapt_share() {
    const bool are_many = candidates_.size() > (end_ - begin_) / kFewCandidates;
    share_ = std::clamp(share_ * (are_many ? 0.9 : 1.05), 0.1, 1.0);
  }

  void look_up_others() {
    if (others_.empty()) return;
    std::ranges::sort(others_, std::greater(), [](const Walk* walk) { return walk->bound; });
    const bool with_bounds = needed_ > 1;
    for (Walk* walk : others_) {
      if (candidates_.empty()) return;
      if (candidates_.size() * kLookUp > walk->postings) {
        add(*walk);
      } else {
        look_up(*walk);
      }
      if (!with_bounds) continue;
      remaining_.remove(*walk->list, walk->row);
      drop_hopeless();
    }
  }

  void drop_hopeless() {
    std::size_t count = 0;
    for (const std::uint32_t unit : candidates_) {
      candidates_[count] = unit;
      count += scores_[unit] + remaining_.of(begin_ + unit) >= needed_ ? 1U : 0U;
    }
    candidates_.resize(count);
  }

  void look_up(Walk& walk) {
    PostingCursor& cursor = walk.cursor();
    const ScoredList& list = *walk.list;
    for (const std::uint32_t candidate : candidates_) {
      const std::uint32_t weight = cursor.find(begin_ + candidate);
      if (weight > 0) scores_[candidate] += list.score(weight, list.lengths[begin_ + candidate]);
    }
  }

  const SegmentTask& task_;
  BestUnits& best_;
  std::uint32_t window_;
  std::uint32_t begin_ = 0;
  std::uint32_t end_ = 0;
  std::uint32_t needed_ = 0;
  double share_ = 0.6;
  std::vector<Walk> walks_;
  std::vector<Walk*> essential_;
  std::vector<Walk*> others_;
  RemainingBounds remaining_;
  PostingCursor::Gaps gaps_;
  std::vector<std::uint32_t> scores_;      // of the units of the window
  std::vector<std::uint32_t> candidates_;  // numbers within the window, ascending
};

}  // namespace

base::Result<void> score_windows(const SegmentTask& task, BestUnits& best, std::uint32_t window) {
  return WindowScorer(task, best, window).run();
}

}  // namespace noether::search
