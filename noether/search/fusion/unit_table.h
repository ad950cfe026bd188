// Gives units numbers in the order in which they are met, from 0: for lists of one query that are
// put together. Much cheaper than a map that allocates for each.
#pragma once

#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "noether/base/mix.h"

namespace noether::search {

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
