// Disjoint sets over 0, 1, 2, ...: the leader of each set.
//
// The caller chooses the leader of a union (an e-graph keeps the class with more parents); paths
// are halved by `find` on the way.
#pragma once

#include <cstddef>
#include <cstdint>

#include "noether/egraph/large_array.h"

namespace noether::egraph {

class UnionFind {
 public:
  std::uint32_t add() {
    leader_.push_back(static_cast<std::uint32_t>(leader_.size()));
    return leader_.back();
  }

  std::uint32_t find(std::uint32_t id) const {
    while (leader_[id] != id) id = leader_[id];
    return id;
  }
  std::uint32_t find_halving(std::uint32_t id) {
    while (leader_[id] != id) {
      leader_[id] = leader_[leader_[id]];
      id = leader_[id];
    }
    return id;
  }
  bool is_leader(std::uint32_t id) const { return leader_[id] == id; }

  // Both must be leaders.
  void unite(std::uint32_t leader, std::uint32_t follower) { leader_[follower] = leader; }

  std::size_t size() const { return leader_.size(); }
  std::size_t bytes() const { return leader_.capacity() * sizeof(std::uint32_t); }
  void clear() { leader_.clear(); }

 private:
  LargeArray<std::uint32_t> leader_;
};

}  // namespace noether::egraph
