// The maximum that the remaining lists can still add to a unit, by the length of the unit.
// A unit is seldom both as short and as full of every term as the best unit for each term. If its
// length is known, its score can be bounded much better.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "noether/search/candidates/retrieval/plan.h"

namespace noether::search {

// The sum over lists, separately for each part of the query, which has its own lengths.
class RemainingBounds {
 public:
  void clear() { parts_.clear(); }
  void add(const ScoredList& list, const BoundRow& row);
  void remove(const ScoredList& list, const BoundRow& row);

  // For any unit.
  std::uint64_t most() const;
  // `most`, if this list were added too.
  std::uint64_t most_with(const ScoredList& list, const BoundRow& row) const;
  std::uint64_t of(std::uint32_t unit) const {
    std::uint64_t sum = 0;
    for (const Part& part : parts_) {
      sum += part.sums[part.lengths.classes().of(part.lengths[unit])];
    }
    return sum;
  }

 private:
  using Sums = std::array<std::uint64_t, index::LengthClasses::kCount>;
  struct Part {
    std::size_t part = 0;
    index::LengthColumn lengths;
    Sums sums = {};
    std::uint64_t most = 0;
  };

  std::vector<Part> parts_;
};

}  // namespace noether::search
