// Several rankings of the same things as one.
//
//   reciprocal rank        Σ w / (k + rank)                 scores do not count, only places
//   weighted by scores     Σ w · s' / (k + rank)            a place won by little gives little
//   linear                 Σ w · s'                         s' as below
// s' is a score brought between 0 and 1 by the least and the largest of its list; what a list does
// not have adds nothing. Ranks begin at 1. Equal sums stand by number, the lower first, so that the
// same lists always give the same ranking.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "noether/base/mix.h"

namespace noether::search {

struct ScoredUnit {
  std::uint32_t unit = 0;  // a document or a formula of the index
  double score = 0;

  friend bool operator==(const ScoredUnit&, const ScoredUnit&) = default;
};

enum class FusionMethod : std::uint8_t { ReciprocalRank, WeightedReciprocalRank, Linear };

// rrf weighted-rrf linear
std::string_view fusion_name(FusionMethod method);
std::optional<FusionMethod> fusion_by_name(std::string_view name);

inline constexpr double kReciprocalRankOffset = 60;  // of Cormack, Clarke and Büttcher

struct Fusion {
  FusionMethod method = FusionMethod::Linear;
  double offset = kReciprocalRankOffset;

  friend bool operator==(const Fusion&, const Fusion&) = default;
};

struct RankedList {
  std::span<const ScoredUnit> units;  // the best first, none twice
  double weight = 1;
};

// The best `top` of all that are in any of the lists.
std::vector<ScoredUnit> fuse(std::span<const RankedList> lists, const Fusion& fusion,
                             std::size_t top);

// Falling scores; of equal ones the lower number first. Keeps the best `top`.
void sort_by_score(std::vector<ScoredUnit>& units, std::size_t top);

// Scores between 0 and 1: the least of them becomes 0, the largest 1; all 1 when they are equal.
void normalise(std::span<ScoredUnit> units);

// Gives units numbers in the order in which they are met, from 0: for lists of one query that are
// put together. Much cheaper than a map that allocates for each.
class UnitTable {
 public:
  // For at most so many different units.
  explicit UnitTable(std::size_t most) : slots_(std::bit_ceil(2 * most + 2)) {}

  // Its number, and whether it was not met before.
  std::pair<std::uint32_t, bool> add(std::uint32_t unit) {
    const std::size_t mask = slots_.size() - 1;
    // Neighbours are far apart: units of a list often are.
    std::size_t at = base::table_place(unit) & mask;
    while (slots_[at].number_plus_1 != 0) {
      if (slots_[at].unit == unit) return {slots_[at].number_plus_1 - 1, false};
      at = (at + 1) & mask;
    }
    slots_[at] = {unit, ++count_};
    return {count_ - 1, true};
  }

 private:
  struct Slot {
    std::uint32_t unit = 0;
    std::uint32_t number_plus_1 = 0;
  };
  std::vector<Slot> slots_;  // open addressing
  std::uint32_t count_ = 0;
};

}  // namespace noether::search
