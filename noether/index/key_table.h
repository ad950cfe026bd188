// From keys of 64 bits to numbers 0, 1, 2, … in the order of their first use. Keys are hashes
// already, so their own bits say where to look.
#pragma once

#include <cstdint>
#include <vector>

namespace noether::index {

class KeyTable {
 public:
  // The number of the key, and whether it is new.
  struct Slot {
    std::uint32_t number;
    bool is_new;
  };
  Slot insert(std::uint64_t key) {
    if (2 * keys_.size() >= places_.size()) grow();
    for (std::size_t at = place_of(key);; at = (at + 1) & (places_.size() - 1)) {
      const std::uint32_t number = places_[at];
      if (number == kFree) {
        places_[at] = static_cast<std::uint32_t>(keys_.size());
        keys_.push_back(key);
        return {places_[at], true};
      }
      if (keys_[number] == key) return {number, false};
    }
  }

  const std::vector<std::uint64_t>& keys() const { return keys_; }
  std::uint64_t memory() const { return 8 * keys_.capacity() + 4 * places_.size(); }

 private:
  static constexpr std::uint32_t kFree = UINT32_MAX;

  // Keys may keep only their low bits, or only differ in a few: all of them have a say.
  std::size_t place_of(std::uint64_t key) const {
    return static_cast<std::size_t>(key * 0x9E3779B97F4A7C15U >> 32) & (places_.size() - 1);
  }
  void grow() {
    places_.assign(places_.empty() ? 1024 : 2 * places_.size(), kFree);
    for (std::uint32_t number = 0; number < keys_.size(); ++number) {
      std::size_t at = place_of(keys_[number]);
      while (places_[at] != kFree) at = (at + 1) & (places_.size() - 1);
      places_[at] = number;
    }
  }

  std::vector<std::uint32_t> places_;
  std::vector<std::uint64_t> keys_;
};

}  // namespace noether::index
