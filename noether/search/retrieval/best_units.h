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
  BestUnits(std::uint32_t k, std::uint32_t least)
      : k_(k), room_(std::size_t{k} + k / 4 + 1), needed_(least) {}

  // What the next unit must reach: more than some k before it, because it stands behind all others
  // of its score.
  std::uint32_t needed() const { return needed_; }

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
  // Once for so many units, which is several times faster than to keep a heap.
  void keep_best() {
    const auto last = keys_.begin() + static_cast<std::ptrdiff_t>(k_ - 1);
    std::ranges::nth_element(keys_, last, std::greater());
    keys_.resize(k_);
    needed_ = static_cast<std::uint32_t>(keys_.back() >> 32) + 1;
  }

  std::uint32_t k_;
  std::size_t room_;
  std::uint32_t needed_;
  std::vector<std::uint64_t> keys_;  // less than there is room for
};

}  // namespace noether::search
