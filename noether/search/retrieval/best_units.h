// The best k of the units that are offered, in ascending order of their numbers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

namespace noether::search {

class BestUnits {
 public:
  // A unit must reach at least `least`. k is not 0.
  BestUnits(std::uint32_t k, std::uint32_t least) : k_(k), needed_(least) {}

  // What the next unit must reach: more than the worst so far, because it stands behind all others
  // of its score.
  std::uint32_t needed() const { return needed_; }

  void add(std::uint32_t unit, std::uint32_t score) {
    if (score < needed_) return;
    // Larger is better: a higher score, then a lower unit.
    const std::uint64_t key = std::uint64_t{score} << 32 | (UINT32_MAX - unit);
    if (keys_.size() == k_) {
      std::ranges::pop_heap(keys_, std::greater());
      keys_.back() = key;
      std::ranges::push_heap(keys_, std::greater());
    } else {
      keys_.push_back(key);
      if (keys_.size() < k_) return;
      std::ranges::make_heap(keys_, std::greater());
    }
    needed_ = static_cast<std::uint32_t>(keys_.front() >> 32) + 1;
  }

  struct Unit {
    std::uint32_t unit;
    std::uint32_t score;
  };
  // The best first.
  std::vector<Unit> sorted() && {
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
  std::uint32_t k_;
  std::uint32_t needed_;
  std::vector<std::uint64_t> keys_;  // a heap with the worst in front, once there are k
};

}  // namespace noether::search
