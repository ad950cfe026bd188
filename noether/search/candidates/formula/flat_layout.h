// A layout tree in the form of flat_tree.h, so that the comparison of operator trees also compares
// drawings.
// The attachments of a symbol are its operands, each at the number of its relation, and the next
// symbol on the line is the first operand: a line of symbols is then a chain of first operands,
// which tree edits handle quickly. Letters and numbers may be renamed; other symbols may not.
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
  // Returns false, with an empty tree, if there is no node or there are more than
  // FlatTree::kMaxNodes.
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
