// A picture of the operator tree as one line of SVG.
// Operators are above their operands, coloured by their kind. A tree of more than kMaxDrawnNodes
// nodes is cut: "…" marks the missing part under a node. The tidy layout places the nodes of this
// tree, or of any other.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/formula/operator_tree.h"

namespace noether::formula {

inline constexpr std::size_t kMaxDrawnNodes = 2'000;

// The text of an operator in a picture: "√", "xⁿ", "≤"; for a name or a number, its label.
std::string operator_face(Op op, std::string_view label);

void write_svg(const OperatorTree& tree, std::string& out);

// The tidy layout of Reingold and Tilford, for nodes of any width.
//
// Every node is over the middle of its children, subtrees keep a gap on every level, and equal
// subtrees have the same shape everywhere.
struct TidyNode {
  double width = 0;
  int level = 0;
  std::vector<std::size_t> children;  // each listed after its parent
  double x = 0;                       // the place of its middle, from the left edge of the drawing
};

// Sets x of every node; the first is the root. Returns the width of the drawing.
double tidy_layout(std::span<TidyNode> nodes, double gap);

}  // namespace noether::formula
