// The three methods of scoring the units of one segment, and the selection of the best units. The
// methods differ only in speed. They return an error if `is_over` becomes true before the end.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "noether/search/retrieval/allowed_units.h"
#include "noether/search/retrieval/plan.h"

namespace noether::search {

// Selects the best k of the offered units, which come in ascending order of their numbers.
// After a part of all units, the score that the remaining units must reach can be guessed: in
// proportion, the score of the best of that part, with a margin. If k units have reached the guess
// in the end, no unit was missed; otherwise the search is repeated without guessing.
class BestUnits {
 public:
  // A unit must reach at least `least`. k is not 0.
  BestUnits(std::uint32_t k, std::uint32_t least)
      : k_(k), room_(std::size_t{k} + k / 4 + 1), needed_(least) {}

  // The score that the next unit must reach: it must exceed that of k earlier units, because it
  // comes after all others with its score.
  std::uint32_t needed() const { return needed_; }

  // Call this now and then. Guesses again whenever twice as many units have been seen.
  void have_seen(std::uint64_t units, std::uint64_t all) {
    if (units < next_guess_ || units >= all) return;
    next_guess_ = 2 * units;
    const double share = static_cast<double>(units) / static_cast<double>(all) * k_;
    const auto rank = static_cast<std::size_t>(share + 3 * std::sqrt(share)) + 2;
    if (rank >= keys_.size() || rank >= k_) return;
    const auto place = keys_.begin() + static_cast<std::ptrdiff_t>(rank);
    std::ranges::nth_element(keys_, place, std::greater());
    guess_ = std::max(guess_, static_cast<std::uint32_t>(*place >> 32));
    needed_ = std::max(needed_, guess_);
  }
  bool guessed_too_high() const {
    const auto is_below = [&](std::uint64_t key) { return key >> 32 < guess_; };
    return guess_ > 0 &&
           keys_.size() - static_cast<std::size_t>(std::ranges::count_if(keys_, is_below)) < k_;
  }

  void add(std::uint32_t unit, std::uint32_t score) {
    if (score < needed_) return;
    // Larger is better: a higher score, then a lower unit.
    keys_.push_back(std::uint64_t{score} << 32 | (UINT32_MAX - unit));
    if (keys_.size() >= room_) keep_best();
  }

  struct Unit {
    std::uint32_t unit;
    std::uint32_t score;
  };
  // The best first.
  std::vector<Unit> sorted() && {
    if (keys_.size() > k_) keep_best();
    std::ranges::sort(keys_, std::greater());
    std::vector<Unit> units;
    units.reserve(keys_.size());
    for (const std::uint64_t key : keys_) {
      units.push_back(
          {UINT32_MAX - static_cast<std::uint32_t>(key), static_cast<std::uint32_t>(key >> 32)});
    }
    return units;
  }

 private:
  // Called once for many units, which is several times faster than maintaining a heap.
  void keep_best() {
    const auto last = keys_.begin() + static_cast<std::ptrdiff_t>(k_ - 1);
    std::ranges::nth_element(keys_, last, std::greater());
    keys_.resize(k_);
    needed_ = std::max(needed_, static_cast<std::uint32_t>(keys_.back() >> 32) + 1);
  }

  std::uint32_t k_;
  std::size_t room_;
  std::uint32_t needed_;
  std::uint32_t guess_ = 0;
  std::uint64_t next_guess_ = 0;
  std::vector<std::uint64_t> keys_;  // fewer than the capacity
};

// The input of a method for one segment.
struct SegmentTask {
  std::span<ScoredList> lists;
  const AllowedUnits& allowed;
  std::uint32_t units = 0;
  std::uint32_t first_unit = 0;    // is added to the numbers passed to `best`
  std::uint64_t all_units = 0;     // of all segments; 0: no guessing
  bool takes_scores_of_0 = false;  // includes allowed units without a term of the query
  IsOver is_over = {};
};

// Reads every posting of every list, one after the other: the reference.
base::Result<void> score_exhaustively(const SegmentTask& task, BestUnits& best);
// Scores a window of units at a time, in whole blocks of postings. Windows are multiples of 64.
inline constexpr std::uint32_t kWindow = 8192;
base::Result<void> score_windows(const SegmentTask& task, BestUnits& best,
                                 std::uint32_t window = kWindow);
// Scores one unit after the other, over all lists.
base::Result<void> score_document_at_a_time(const SegmentTask& task, BestUnits& best);

// Adds the scores of a run of postings to their units: the inner loop of bulk scoring.
// `scores` begins with the unit `begin`, and has all `units`, which ascend.
void add_postings(const ScoredList& list, std::span<const std::uint32_t> units,
                  std::span<const std::uint32_t> weights, std::uint32_t begin,
                  std::uint32_t* scores);
// The same for a block that is only partly decoded.
void add_postings(const ScoredList& list, const index::PostingCursor::Gaps& block,
                  std::uint32_t begin, std::uint32_t* scores);

}  // namespace noether::search
