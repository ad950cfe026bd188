// Scores a window of units at a time.
//
// The block maxima say what each list can add within the window. Lists that cannot bring a unit
// among the best even all together are not essential: the units of the others are scored first,
// and of those only the ones that can still get there are looked up in the rest.
#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include "noether/search/retrieval/methods.h"

namespace noether::search {
namespace {

using index::kPostingBlock;
using index::PostingCursor;

// To look a unit up in a list costs about as much as adding so many postings.
constexpr std::uint32_t kLookUp = 12;

template <typename Length>
void gather_norms(std::span<const std::uint32_t> units, const index::LengthColumn& lengths,
                  const LengthNorms& norms, float* out) {
  const char* bytes = lengths.bytes().data();
  for (std::size_t i = 0; i < units.size(); ++i) {
    Length length;
    std::memcpy(&length, bytes + sizeof(Length) * units[i], sizeof(Length));
    out[i] = norms[length];
  }
}

// What the list adds to each of at most a block of units.
void score_postings(const ScoredList& list, std::span<const std::uint32_t> units,
                    std::span<const std::uint32_t> weights, std::uint32_t* scores) {
  if (!list.score.is_saturating()) {
    for (std::size_t i = 0; i < units.size(); ++i) {
      scores[i] = list.score(weights[i], list.lengths[units[i]]);
    }
    return;
  }
  alignas(16) std::array<float, kPostingBlock> norms;
  const LengthNorms& table = list.score.norms();
  switch (list.lengths.width()) {
    case 1:
      gather_norms<std::uint8_t>(units, list.lengths, table, norms.data());
      break;
    case 2:
      gather_norms<std::uint16_t>(units, list.lengths, table, norms.data());
      break;
    default:
      gather_norms<std::uint32_t>(units, list.lengths, table, norms.data());
      break;
  }
  const float factor = list.score.factor();
  for (std::size_t i = 0; i < units.size(); ++i) {
    scores[i] = TermScore::saturated(factor, static_cast<float>(weights[i]), norms[i]);
  }
}

// A list on its way through the windows.
struct Walk {
  ScoredList* list;
  std::uint32_t block = 0;  // the first that reaches into the window or beyond
  std::uint32_t block_end = 0;
  std::uint32_t postings = 0;  // in the window, at most
  std::uint32_t bound = 0;     // of what it adds to a unit of the window
  std::uint32_t known_block = UINT32_MAX;
  std::uint32_t known_bound = 0;

  PostingCursor& cursor() const { return list->cursor; }
  std::uint32_t block_bound(std::uint32_t at) {
    if (at != known_block) {
      known_block = at;
      known_bound = list->score.at_most(cursor().block_bound(at));
    }
    return known_bound;
  }
};

class WindowScorer {
 public:
  WindowScorer(const SegmentTask& task, BestUnits& best, std::uint32_t window)
      : task_(task), best_(best), window_(window) {
    for (ScoredList& list : task.lists) walks_.push_back({&list});
    scores_.assign(std::min(window, task.units), 0);
  }

  void run() {
    for (begin_ = 0; begin_ < task_.units; begin_ = end_) {
      end_ = task_.units - begin_ < window_ ? task_.units : begin_ + window_;
      std::uint32_t allowed = end_ - begin_;
      if (task_.allowed.is_listed()) allowed = task_.allowed.count(begin_, end_);
      if (allowed > 0) score_window(allowed);
    }
  }

 private:
  void score_window(std::uint32_t allowed) {
    needed_ = best_.needed();
    survey();
    divide();
    if (essential_.empty() && needed_ > 0) return;
    std::uint64_t postings = 0;
    for (const Walk* walk : essential_) postings += walk->postings;
    candidates_.clear();
    if (task_.allowed.is_listed() && std::uint64_t{allowed} * kLookUp < postings) {
      others_.insert(others_.end(), essential_.begin(), essential_.end());
      take_allowed();
    } else {
      for (Walk* walk : essential_) add(*walk);
      take_reached();
    }
    look_up_others();
    for (const std::uint32_t unit : candidates_) {
      best_.add(task_.first_unit + begin_ + unit, scores_[unit]);
    }
    std::ranges::fill(scores_, 0U);
  }

  // What each list has in the window. Lists that are at their end are dropped.
  void survey() {
    std::erase_if(walks_, [&](Walk& walk) {
      PostingCursor& cursor = walk.cursor();
      while (walk.block < cursor.blocks() && cursor.block_last(walk.block) < begin_) ++walk.block;
      return walk.block >= cursor.blocks();
    });
    for (Walk& walk : walks_) {
      PostingCursor& cursor = walk.cursor();
      walk.block_end = walk.block + 1;
      if (cursor.block_last(walk.block) >= end_ - 1) {
        // A list with few units in many windows: whether one is in this window is soon found out.
        const bool is_here = cursor.advance_to(begin_) < end_;
        walk.bound = is_here ? walk.block_bound(walk.block) : 0;
        walk.postings = is_here ? kPostingBlock / 4 : 0;
        continue;
      }
      walk.bound = walk.block_bound(walk.block);
      while (walk.block_end < cursor.blocks() && cursor.block_last(walk.block_end - 1) < end_ - 1) {
        walk.bound = std::max(walk.bound, walk.block_bound(walk.block_end++));
      }
      walk.postings = (walk.block_end - walk.block) * kPostingBlock;
    }
  }

  // First the lists that save most postings for what they can add.
  void divide() {
    essential_.clear();
    others_.clear();
    for (Walk& walk : walks_) {
      if (walk.bound > 0) essential_.push_back(&walk);
    }
    std::ranges::sort(essential_, {}, [](const Walk* walk) {
      return static_cast<float>(walk->bound) / static_cast<float>(walk->postings);
    });
    std::size_t count = 0;
    std::uint64_t sum = 0;
    while (count < essential_.size() && sum + essential_[count]->bound < needed_) {
      sum += essential_[count++]->bound;
    }
    const auto middle = essential_.begin() + static_cast<std::ptrdiff_t>(count);
    others_.assign(essential_.begin(), middle);
    essential_.erase(essential_.begin(), middle);
  }

  void add(Walk& walk) {
    alignas(16) std::array<std::uint32_t, kPostingBlock> scores;
    for (std::uint32_t block = walk.block; block < walk.block_end; ++block) {
      auto [units, weights] = walk.cursor().decode(block);
      if (units.empty()) return;
      if (units.front() < begin_) {
        const auto skip =
            static_cast<std::size_t>(std::ranges::lower_bound(units, begin_) - units.begin());
        units = units.subspan(skip);
        weights = weights.subspan(skip);
      }
      if (!units.empty() && units.back() >= end_) {
        units = units.first(
            static_cast<std::size_t>(std::ranges::lower_bound(units, end_) - units.begin()));
      }
      score_postings(*walk.list, units, weights, scores.data());
      for (std::size_t i = 0; i < units.size(); ++i) scores_[units[i] - begin_] += scores[i];
    }
  }

  std::uint64_t rest() const {
    std::uint64_t sum = 0;
    for (const Walk* walk : others_) sum += walk->bound;
    return sum;
  }

  // Units whose score so far, with all that the others may add, is enough.
  void take_reached() {
    const std::uint64_t others = rest();
    const auto enough = static_cast<std::uint32_t>(needed_ > others ? needed_ - others : needed_);
    for (std::uint32_t unit = 0; unit < end_ - begin_; ++unit) {
      if (scores_[unit] >= enough) candidates_.push_back(unit);
    }
    if (task_.allowed.all()) return;
    std::erase_if(candidates_,
                  [&](std::uint32_t unit) { return !task_.allowed.has(begin_ + unit); });
  }

  void take_allowed() {
    for (std::uint32_t unit = 0; unit < end_ - begin_; ++unit) {
      if (task_.allowed.has(begin_ + unit)) candidates_.push_back(unit);
    }
  }

  void look_up_others() {
    std::ranges::sort(others_, std::greater(), [](const Walk* walk) { return walk->bound; });
    std::uint64_t others = rest();
    for (Walk* walk : others_) {
      if (candidates_.empty()) return;
      others -= walk->bound;
      if (candidates_.size() * kLookUp > walk->postings) {
        add(*walk);
      } else {
        look_up(*walk);
      }
      std::erase_if(candidates_,
                    [&](std::uint32_t unit) { return scores_[unit] + others < needed_; });
    }
  }

  void look_up(Walk& walk) {
    PostingCursor& cursor = walk.cursor();
    for (const std::uint32_t candidate : candidates_) {
      const std::uint32_t unit = begin_ + candidate;
      if (cursor.advance_to(unit) != unit) continue;
      scores_[candidate] += walk.list->score(cursor.weight(), walk.list->lengths[unit]);
    }
  }

  const SegmentTask& task_;
  BestUnits& best_;
  std::uint32_t window_;
  std::uint32_t begin_ = 0;
  std::uint32_t end_ = 0;
  std::uint32_t needed_ = 0;
  std::vector<Walk> walks_;
  std::vector<Walk*> essential_;
  std::vector<Walk*> others_;
  std::vector<std::uint32_t> scores_;      // of the units of the window
  std::vector<std::uint32_t> candidates_;  // numbers within the window, ascending
};

}  // namespace

void score_windows(const SegmentTask& task, BestUnits& best, std::uint32_t window) {
  WindowScorer(task, best, window).run();
}

}  // namespace noether::search
