// A set of 64-bit digests in one flat array: 8 to 16 bytes per digest, for hundreds of millions of
// digests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace noether::egen {

class DigestSet {
 public:
  // Returns false if the digest is present already.
  bool insert(std::uint64_t digest) {
    if (digest == 0) return !std::exchange(has_zero_, true);  // 0 marks a free slot
    if ((count_ + 1) * 4 > slots_.size() * 3) grow();
    std::uint64_t* slot = find(digest);
    if (*slot == digest) return false;
    *slot = digest;
    ++count_;
    return true;
  }

  bool contains(std::uint64_t digest) {
    if (digest == 0) return has_zero_;
    return !slots_.empty() && *find(digest) == digest;
  }

  std::size_t size() const { return count_ + (has_zero_ ? 1 : 0); }
  // Keeps the allocated memory.
  void clear() {
    if (count_ > 0) slots_.assign(slots_.size(), 0);
    count_ = 0;
    has_zero_ = false;
  }

  template <typename Visit>
  void for_each(Visit visit) const {
    for (const std::uint64_t digest : slots_) {
      if (digest != 0) visit(digest);
    }
    if (has_zero_) visit(std::uint64_t{0});
  }

 private:
  std::uint64_t* find(std::uint64_t digest) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = static_cast<std::size_t>(digest ^ (digest >> 32)) & mask;
    while (slots_[at] != 0 && slots_[at] != digest) at = (at + 1) & mask;
    return &slots_[at];
  }

  void grow() {
    std::vector<std::uint64_t> old(slots_.empty() ? 64 : slots_.size() * 2, 0);
    old.swap(slots_);
    for (const std::uint64_t digest : old) {
      if (digest != 0) *find(digest) = digest;
    }
  }

  // the size is a power of two; at most three quarters are in use
  std::vector<std::uint64_t> slots_;
  std::size_t count_ = 0;
  bool has_zero_ = false;
};

}  // namespace noether::egen
