// Joins several rankings of the same units into one.
//
//   reciprocal rank        Σ w / (k + rank)                 only ranks count, not scores
//   weighted by scores     Σ w · s' / (k + rank)            a rank won by a small lead adds little
//   linear                 Σ w · s'                         s' as below
// s' is a score scaled to the range from 0 to 1 by the least and the largest score of its list. A
// unit that is missing in a list gets nothing from it. Ranks begin at 1. Equal sums are ordered by
// number, so that the same lists always give the same ranking.
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

inline constexpr double kReciprocalRankOffset = 60;  // the value of Cormack, Clarke and Büttcher

struct Fusion {
  FusionMethod method = FusionMethod::Linear;
  double offset = kReciprocalRankOffset;

  friend bool operator==(const Fusion&, const Fusion&) = default;
};

struct RankedList {
  std::span<const ScoredUnit> units;  // the best first, without duplicates
  double weight = 1;
};

// The best `top` of the units of all lists.
std::vector<ScoredUnit> fuse(std::span<const RankedList> lists, const Fusion& fusion,
                             std::size_t top);

// Sorts by descending score, ties by number, and keeps the best `top`.
void sort_by_score(std::vector<ScoredUnit>& units, std::size_t top);

// Scales scores to the range from 0 to 1: the least becomes 0, the largest 1; all become 1 if they
// are equal.
void normalise(std::span<ScoredUnit> units);

// Numbers units from 0 in the order of their first occurrence, to join lists of one query. It is
// much cheaper than a map that allocates for each unit.
class UnitTable {
 public:
  // For at most `most` different units.
  explicit UnitTable(std::size_t most) : slots_(std::bit_ceil(2 * most + 2)) {}

  // Returns the number of the unit, and whether the unit is new.
  std::pair<std::uint32_t, bool> add(std::uint32_t unit) {
    const std::size_t mask = slots_.size() - 1;
    // Hashing separates neighbouring numbers, which are frequent in a list.
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
