// Counts how often each 64-bit feature of one formula occurs.
//
// A formula has some hundred features, most of them once, and the index sorts all features of a
// segment anyhow: so they are counted in a small table that is kept from one formula to the next,
// not sorted. They come out in the order in which they were first seen, the same on every machine.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace noether::index {

struct FeatureCount {
  std::uint64_t key = 0;
  std::uint32_t count = 0;

  friend bool operator==(const FeatureCount&, const FeatureCount&) = default;
};

class FeatureCounter {
 public:
  FeatureCounter();

  void clear();
  void add(std::uint64_t key) { ++(*this)[key]; }
  // The count of the key, 0 when it is new. Valid until another key is asked for.
  std::uint32_t& operator[](std::uint64_t key) {
    for (std::size_t slot = key & mask_;; slot = (slot + 1) & mask_) {
      const std::uint32_t at = slots_[slot];
      if (at == kFree) {
        slots_[slot] = static_cast<std::uint32_t>(counts_.size());
        counts_.push_back({key, 0});
        used_.push_back(static_cast<std::uint32_t>(slot));
        if (counts_.size() * 2 > slots_.size()) grow();
        return counts_.back().count;
      }
      if (counts_[at].key == key) return counts_[at].count;
    }
  }
  // Valid until the next `clear` or `add`.
  std::span<const FeatureCount> counts() const { return counts_; }

 private:
  static constexpr std::uint32_t kFree = 0xFFFFFFFFu;

  void grow();

  std::vector<FeatureCount> counts_;
  std::vector<std::uint32_t> slots_;  // where in counts_; a power of two of them
  std::vector<std::uint32_t> used_;   // slots to free in `clear`
  std::size_t mask_ = 0;
};

}  // namespace noether::index
