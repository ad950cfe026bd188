// Tables from keys, and from digests, to numbers, by open addressing.
// Key and number are stored together, so that a lookup touches one line of the cache; a caller with
// many keys may prefetch these lines.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "noether/base/hash.h"
#include "noether/base/mix.h"

namespace noether::index {

// Maps keys of 64 bits to numbers 0, 1, 2, … in the order of their first use.
class KeyTable {
 public:
  struct Slot {
    std::uint64_t key = 0;
    std::uint32_t number = kFree;
    std::uint32_t note = UINT32_MAX;  // free for the user of the table
  };
  struct Inserted {
    Slot& slot;  // valid until the next `insert`
    bool is_new;
  };
  Inserted insert(std::uint64_t key) {
    if (10 * std::uint64_t{size_} >= 7 * slots_.size()) grow();
    for (std::size_t at = place_of(key);; at = (at + 1) & (slots_.size() - 1)) {
      Slot& slot = slots_[at];
      if (slot.number == kFree) {
        slot.key = key;
        slot.number = size_++;
        return {slot, true};
      }
      if (slot.key == key) return {slot, false};
    }
  }
  bool contains(std::uint64_t key) const {
    if (slots_.empty()) return false;
    std::size_t at = place_of(key);
    while (slots_[at].number != kFree && slots_[at].key != key) at = (at + 1) & (slots_.size() - 1);
    return slots_[at].number != kFree;
  }
  void prefetch(std::uint64_t key) const {
    if (!slots_.empty()) __builtin_prefetch(&slots_[place_of(key)], 1);
  }

  std::uint32_t size() const { return size_; }
  // The keys in the order of their numbers.
  std::vector<std::uint64_t> keys() const {
    std::vector<std::uint64_t> keys(size_);
    for (const Slot& slot : slots_) {
      if (slot.number != kFree) keys[slot.number] = slot.key;
    }
    return keys;
  }
  std::uint64_t memory() const { return sizeof(Slot) * slots_.size(); }

 private:
  static constexpr std::uint32_t kFree = UINT32_MAX;

  // Keys may have only low bits, or differ in a few bits only, so all bits determine the place.
  std::size_t place_of(std::uint64_t key) const {
    return static_cast<std::size_t>(base::table_place(key)) & (slots_.size() - 1);
  }
  void grow() {
    std::vector<Slot> old(slots_.empty() ? 256 : 2 * slots_.size());
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.number == kFree) continue;
      std::size_t at = place_of(slot.key);
      while (slots_[at].number != kFree) at = (at + 1) & (slots_.size() - 1);
      slots_[at] = slot;
    }
  }

  std::vector<Slot> slots_;  // their number is a power of two
  std::uint32_t size_ = 0;
};

// Maps digests to numbers.
class DigestTable {
 public:
  std::optional<std::uint32_t> find(const base::Digest& digest) const {
    if (slots_.empty()) return std::nullopt;
    const Slot& slot = slots_[place_of(digest)];
    if (slot.number == kFree) return std::nullopt;
    return slot.number;
  }
  // The digest must be new, and the number must not be UINT32_MAX.
  void insert(const base::Digest& digest, std::uint32_t number) {
    if (3 * ++size_ >= 2 * slots_.size()) grow();
    slots_[place_of(digest)] = {digest, number};
  }
  std::uint64_t memory() const { return sizeof(Slot) * slots_.size(); }

 private:
  static constexpr std::uint32_t kFree = UINT32_MAX;
  struct Slot {
    base::Digest digest;
    std::uint32_t number = kFree;
  };

  // The slot of the digest, or the slot where it would be.
  std::size_t place_of(const base::Digest& digest) const {
    std::size_t at = static_cast<std::size_t>(digest.low) & (slots_.size() - 1);
    while (slots_[at].number != kFree && slots_[at].digest != digest) {
      at = (at + 1) & (slots_.size() - 1);
    }
    return at;
  }
  void grow() {
    std::vector<Slot> old(slots_.empty() ? 256 : 2 * slots_.size());
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.number != kFree) slots_[place_of(slot.digest)] = slot;
    }
  }

  std::vector<Slot> slots_;  // their number is a power of two
  std::size_t size_ = 0;
};

}  // namespace noether::index
