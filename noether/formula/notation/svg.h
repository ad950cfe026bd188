// A picture of the operator tree as one line of SVG.
// Operators are above their operands, coloured by their kind. A tree of more than kMaxDrawnNodes
// nodes is cut: "…" marks the missing part under a node.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "noether/formula/operator_tree.h"

namespace noether::formula {

inline constexpr std::size_t kMaxDrawnNodes = 2'000;

// The text of an operator in a picture: "√", "xⁿ", "≤"; for a name or a number, its label.
std::string operator_face(Op op, std::string_view label);

void write_svg(const OperatorTree& tree, std::string& out);

}  // namespace noether::formula
