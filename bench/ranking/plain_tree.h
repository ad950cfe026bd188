// Layout and operator trees in one form, for measures of similarity that work on both.
#pragma once

#include <cstdint>
#include <vector>

#include "noether/formula/layout_tree.h"
#include "noether/formula/operator_tree.h"

namespace noether::bench {

// Nodes are numbered parents first, children from the left.
struct PlainTree {
  struct Node {
    std::uint64_t label = 0;  // what is written
    std::uint64_t type = 0;   // what it may be replaced by: equal types unify
    std::uint32_t parent = 0;
    std::uint32_t first_child = 0;  // into `children`
    std::uint32_t child_count = 0;
    std::uint8_t edge = 0;  // relation or operand; operands without an order have 0
    bool symbol = false;    // a name or a number
  };
  std::vector<Node> nodes;
  std::vector<std::uint32_t> children;

  std::size_t size() const { return nodes.size(); }
};

PlainTree plain_tree(const formula::LayoutTree& tree);
PlainTree plain_tree(const formula::OperatorTree& tree);

}  // namespace noether::bench
