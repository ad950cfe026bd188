// What lists that are not yet looked at can still add to a unit, by the lengths of the unit.
//
// The largest weight of a list and the least length of its units seldom come together. When the
// length of a unit is known, what it can get is bounded much better.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "noether/search/retrieval/plan.h"

namespace noether::search {

// For one list, by length class.
using BoundRow = std::array<std::uint32_t, FrequencyTable::kClasses>;
// `bound` holds for all units, and none has a larger weight than `max_weight`.
BoundRow bound_row(const ScoredList& list, std::uint32_t bound, std::uint32_t max_weight);

// The sum over lists, for the units from `begin` on, apart for each part of the query, which has
// lengths of its own.
class RemainingBounds {
 public:
  void start(std::uint32_t begin, std::uint32_t end);
  void add(const ScoredList& list, const BoundRow& row);
  void remove(const ScoredList& list, const BoundRow& row);

  // `unit` is counted from `begin`.
  std::uint64_t of(std::uint32_t unit) const {
    std::uint64_t sum = 0;
    for (const Part& part : parts_) sum += part.sums[part.classes[unit]];
    return sum;
  }

 private:
  struct Part {
    std::size_t part = 0;
    std::array<std::uint64_t, FrequencyTable::kClasses> sums = {};
    std::vector<std::uint8_t> classes = {};  // of the units
  };
  Part& part_of(const ScoredList& list);

  std::uint32_t begin_ = 0;
  std::uint32_t end_ = 0;
  std::vector<Part> parts_;
  std::vector<std::vector<std::uint8_t>> unused_;
};

}  // namespace noether::search
