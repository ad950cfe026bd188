// Finds the common parts of two graphs, given a mapping between their nodes.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "noether/amr/penman.h"

namespace noether::amr {

// The parts of one tree that the other has as well.
struct MatchedParts {
  std::vector<NodeId> partners;  // by node: its partner if the concepts are equal, else kNoNode
  std::vector<std::vector<bool>> branches;  // by node and branch: the other tree has it too
  std::size_t concepts = 0;
  std::size_t relations = 0;  // includes attributes

  bool has_node(NodeId node) const { return node < partners.size() && partners[node] != kNoNode; }
  bool has_branch(NodeId node, std::size_t branch) const {
    return node < branches.size() && branches[node][branch];
  }
};

// For each node of `tree`, `partners` has its node of `other` or kNoNode. Names and roles are
// compared as Smatch compares them.
MatchedParts matched_parts(const PenmanTree& tree, const PenmanTree& other,
                           std::span<const NodeId> partners);

// The matched parts of both graphs. For each node of the right graph, `left_of_right` has its node
// of the left graph or kNoNode, as Smatch finds it.
struct ComparedParts {
  MatchedParts left;
  MatchedParts right;
};
ComparedParts compared_parts(const PenmanTree& left, const PenmanTree& right,
                             std::span<const NodeId> left_of_right);

}  // namespace noether::amr
