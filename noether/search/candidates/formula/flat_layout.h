// A layout tree as the flat list of flat_tree.h, so that what compares operator trees compares
// drawings as well.
//
// What hangs off a symbol are its operands, each at the number of its relation, and what follows on
// the line comes first of them: a line of symbols is then one line of first operands, which tree
// edits are quick at. Letters and numbers may be renamed, everything else is only itself.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "noether/formula/layout_tree.h"
#include "noether/search/candidates/formula/flat_tree.h"

namespace noether::search {

// Keeps its memory from one tree to the next.
class FlatLayout {
 public:
  // False, and an empty tree, when there is nothing or too much (FlatTree::kMaxNodes).
  bool assign(const formula::LayoutTree& tree);

  std::span<const FlatNode> nodes() const { return nodes_; }

 private:
  struct Visit {
    formula::NodeId node;
    std::uint8_t relation;  // from the parent
    std::uint8_t next;      // relation to follow
    std::uint16_t first;    // nodes before those below it
  };

  std::vector<FlatNode> nodes_;
  std::vector<Visit> pending_;
  std::vector<std::uint16_t> waiting_;  // nodes without a parent yet
};

}  // namespace noether::search
