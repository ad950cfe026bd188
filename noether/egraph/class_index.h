// The visible nodes of each class in one array, sorted by symbol and children. The matcher searches
// this array.
//
// A class that changed gets a new slice at the end of the array. When a third of the array consists
// of abandoned slices, the array is packed. The cost of maintaining the index is therefore
// proportional to the changes, not to the size of the graph.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "noether/base/mix.h"
#include "noether/egraph/ids.h"
#include "noether/egraph/large_array.h"

namespace noether::egraph {

// A node in memory. `head` combines the symbol and a code of the number of children: 0, 1, 2, or 3
// for three or more. With code 3, `first` is the offset of the children in the pool and `second` is
// their number.
struct Node {
  std::uint32_t head = 0;
  ClassId first = 0;
  ClassId second = 0;

  static constexpr std::uint32_t make_head(Symbol symbol, std::size_t arity) {
    return symbol << 2 | static_cast<std::uint32_t>(arity < 3 ? arity : 3);
  }
  Symbol symbol() const { return head >> 2; }
  std::uint32_t arity_code() const { return head & 3; }
};

struct IndexedNode {
  Node form;
  NodeId id;
};

class ClassIndex {
 public:
  std::span<const IndexedNode> nodes(ClassId id) const {
    return {entries_.data() + slices_[id].begin, slices_[id].count};
  }
  // The set of the heads in the class, as bits; two heads may share a bit.
  std::uint32_t heads(ClassId id) const { return slices_[id].heads; }
  static constexpr std::uint32_t head_bit(std::uint32_t head) {
    return std::uint32_t{1} << ((head * base::kGoldenRatio32) >> 27);
  }
  // The tick at which the class last gained a node, or one of its nodes changed or was woken.
  std::uint32_t change_time(ClassId id) const { return slices_[id].change_time; }

  // Slices are replaced one at a time: begin, then add each node, then end.
  void resize(std::size_t class_ids) { slices_.resize(class_ids); }
  void begin_slice() { open_ = entries_.size(); }
  void add(const Node& form, NodeId id) { entries_.push_back({form, id}); }
  void end_slice(ClassId id, std::uint32_t time);
  void drop_slice(ClassId id);
  void set_change_time(ClassId id, std::uint32_t time) { slices_[id].change_time = time; }
  void pack_when_sparse();

  std::size_t bytes() const {
    return entries_.capacity() * sizeof(IndexedNode) + slices_.capacity() * sizeof(Slice);
  }
  void clear();

 private:
  struct Slice {
    std::uint32_t begin = 0;
    std::uint32_t count = 0;
    std::uint32_t change_time = 0;
    std::uint32_t heads = 0;
  };

  LargeArray<IndexedNode> entries_;
  LargeArray<Slice> slices_;  // by class
  std::size_t open_ = 0;
  std::size_t used_ = 0;
};

}  // namespace noether::egraph
