// 64-bit keys of the features of formulas, built token by token, the same on every machine; and a
// counter of how often each occurs in one formula.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "noether/base/mix.h"

namespace noether::index {

// The key of the sequence `key` followed by `token`. Order matters; every bit of both counts.
constexpr std::uint64_t extend_key(std::uint64_t key, std::uint64_t token) {
  std::uint64_t mixed = key * base::kGoldenRatio + (token ^ base::kSecondRatio);
  mixed = (mixed ^ (mixed >> 32)) * 0xDABA0B6EB09322E3u;
  mixed = (mixed ^ (mixed >> 32)) * 0xDABA0B6EB09322E3u;
  return mixed ^ (mixed >> 32);
}

// The key of a label. Labels are short, so eight bytes at a time are enough.
constexpr std::uint64_t key_of(std::string_view label) {
  std::uint64_t key = label.size();
  while (!label.empty()) {
    std::uint64_t word = 0;
    const std::size_t taken = label.size() < 8 ? label.size() : 8;
    for (std::size_t i = 0; i < taken; ++i) {
      word |= static_cast<std::uint64_t>(static_cast<unsigned char>(label[i])) << (8 * i);
    }
    key = extend_key(key, word);
    label.remove_prefix(taken);
  }
  return key;
}

// Counts how often each 64-bit feature of one formula occurs.
// A formula has some hundred features, most of which occur once, and the index sorts all features
// of a segment later anyway. So they are counted in a small table, which is reused for the next
// formula, and are not sorted. They keep the order of their first occurrence, which is the same on
// every machine.
struct FeatureCount {
  std::uint64_t key = 0;
  std::uint32_t count = 0;

  friend bool operator==(const FeatureCount&, const FeatureCount&) = default;
};

class FeatureCounter {
 public:
  FeatureCounter();

  void clear() {
    counts_.clear();
    if (++round_ == 0) forget_rounds();
  }
  void add(std::uint64_t key) { ++(*this)[key]; }
  // The count of the key, 0 if it is new. Valid until the next call.
  std::uint32_t& operator[](std::uint64_t key) { return counts_[place(key)].count; }
  std::uint32_t& count_at(std::uint32_t place) { return counts_[place].count; }
  // The place of the key among the counts. Its count is 0 if it is new.
  std::uint32_t place(std::uint64_t key) {
    for (std::size_t at = key & mask_;; at = (at + 1) & mask_) {
      Slot& slot = slots_[at];
      if (slot.round != round_) {
        slot = {round_, static_cast<std::uint32_t>(counts_.size())};
        counts_.push_back({key, 0});
        if (counts_.size() * 2 > slots_.size()) grow();
        return static_cast<std::uint32_t>(counts_.size() - 1);
      }
      if (counts_[slot.place].key == key) return slot.place;
    }
  }
  // Valid until the next `clear` or `add`.
  std::span<const FeatureCount> counts() const { return counts_; }

 private:
  // A slot of an earlier round counts as empty, so that the table need not be cleared.
  struct Slot {
    std::uint32_t round = 0;
    std::uint32_t place = 0;  // in counts_
  };

  void grow();
  void forget_rounds();

  std::vector<FeatureCount> counts_;
  std::vector<Slot> slots_;  // their number is a power of two
  std::size_t mask_ = 0;
  std::uint32_t round_ = 1;
};

}  // namespace noether::index
