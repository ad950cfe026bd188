// The hash table behind hash-consing: from the form of a node (symbol and children) to its id.
//
// The table uses open addressing over (hash, id) pairs; the forms are stored with the nodes. A node
// whose form changes is inserted again, and its old entry remains: it can match only forms that
// contain an id that no longer leads its class, and such forms are never looked up. Growing the
// table removes these entries.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "noether/egraph/ids.h"
#include "noether/egraph/large_array.h"

namespace noether::egraph {

class NodeTable {
 public:
  // The id for which `same(id)` holds among those inserted with this hash, or kNoId.
  template <typename Same>
  NodeId find(std::uint32_t hash, Same&& same) const {
    if (entries_.empty()) return kNoId;
    const std::size_t mask = entries_.size() - 1;
    for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
      const Entry& entry = entries_[at];
      if (entry.id == kNoId) return kNoId;
      if (entry.hash == hash && same(entry.id)) return entry.id;
    }
  }

  // A lookup mostly waits for memory, so an early prefetch hides the delay.
  void prefetch(std::uint32_t hash) const {
    if (!entries_.empty()) __builtin_prefetch(&entries_[hash & (entries_.size() - 1)]);
  }

  // The id in the first slot of the search for this hash, or kNoId.
  NodeId first_candidate(std::uint32_t hash) const {
    return entries_.empty() ? kNoId : entries_[hash & (entries_.size() - 1)].id;
  }

  // Whether one more insertion needs `rehash` first.
  bool is_full() const { return (used_ + 1) * 8 > entries_.size() * 5; }

  void insert(std::uint32_t hash, NodeId id) {
    const std::size_t mask = entries_.size() - 1;
    std::size_t at = hash & mask;
    while (entries_[at].id != kNoId) at = (at + 1) & mask;
    entries_[at] = {hash, id};
    ++used_;
  }

  // Keeps the entries for which `current(hash, id)` holds, in a table with room for as many again.
  template <typename Current>
  void rehash(Current&& current) {
    std::size_t kept = 0;
    for (Entry& entry : entries_) {
      if (entry.id == kNoId) continue;
      if (current(entry.hash, entry.id)) {
        ++kept;
      } else {
        entry.id = kNoId;
      }
    }
    std::size_t capacity = kMinCapacity;
    while (capacity < kept * 3) capacity *= 2;
    ScatteredArray<Entry> outgrown(capacity);
    outgrown.swap(entries_);
    used_ = 0;
    for (const Entry& entry : outgrown) {
      if (entry.id != kNoId) insert(entry.hash, entry.id);
    }
  }

  // Empties the table but keeps about as much memory as the last contents needed, because the cost
  // of clearing is proportional to the memory held.
  void clear() {
    while (entries_.size() > kMinCapacity && entries_.size() > used_ * 8) {
      entries_.resize(entries_.size() / 2);
    }
    std::ranges::fill(entries_, Entry{});
    used_ = 0;
  }

  std::size_t bytes() const { return entries_.capacity() * sizeof(Entry); }

 private:
  struct Entry {
    std::uint32_t hash = 0;
    NodeId id = kNoId;
  };
  static constexpr std::size_t kMinCapacity = 1024;

  ScatteredArray<Entry> entries_;  // a power of two
  std::size_t used_ = 0;
};

}  // namespace noether::egraph
