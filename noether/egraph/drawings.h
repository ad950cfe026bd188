// Drawings of graphs: for Graphviz, and as SVG. The same graph gives the same drawing.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "noether/egraph/core.h"
#include "noether/egraph/ids.h"

namespace noether::egraph {

// Draws a graph for Graphviz: a box for each class with its nodes inside, and an edge from each
// child of a node to the class of that child.
//
// `name` returns the text of a symbol.
std::string to_dot(const EGraphCore& graph, const std::function<std::string(Symbol)>& name);

// Draws the classes reachable from `root` as SVG: a dashed box for each class with its nodes side
// by side, and a line from each child of a node to the class of that child.
//
// Classes stand in rows by their distance from the root. Nodes beyond the first kMaxDrawn are
// omitted.
inline constexpr std::size_t kMaxDrawn = 2'000;

// `name` returns the text of a symbol.
std::string to_svg(const EGraphCore& graph, ClassId root,
                   const std::function<std::string(Symbol)>& name);

}  // namespace noether::egraph
