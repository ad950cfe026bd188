// Where to draw the nodes of a tree: the tidy layout of Reingold and Tilford for nodes of any
// width.
//
// Every node stands over the middle of its children, subtrees keep a gap on every level, and the
// same subtree has the same shape wherever it stands.
#pragma once

#include <span>
#include <vector>

namespace noether::formula {

struct TidyNode {
  double width = 0;
  int level = 0;
  std::vector<std::size_t> children;  // each listed after its parent
  double x = 0;                       // of the middle, from the left edge of the drawing
};

// Sets x of every node; the first is the root. Returns the width of the drawing.
double tidy_layout(std::span<TidyNode> nodes, double gap);

}  // namespace noether::formula
