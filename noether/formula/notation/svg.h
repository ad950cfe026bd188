// A picture of the operator tree as one line of SVG.
//
// Operators stand over their operands, coloured by what kind of operator they are. A tree of more
// than kMaxDrawnNodes nodes is cut: one "…" stands for what is missing under a node.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "noether/formula/operator_tree.h"

namespace noether::formula {

inline constexpr std::size_t kMaxDrawnNodes = 2'000;

// How a node of a picture says its operator: "√", "xⁿ", "≤"; a name or a number is its label.
std::string operator_face(Op op, std::string_view label);

void write_svg(const OperatorTree& tree, std::string& out);

}  // namespace noether::formula
