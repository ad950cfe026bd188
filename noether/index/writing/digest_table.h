// Maps digests to numbers by open addressing, so that a lookup touches one line of the cache.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "noether/base/hash.h"

namespace noether::index {

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

  std::vector<Slot> slots_;  // a power of two of them
  std::size_t size_ = 0;
};

}  // namespace noether::index
