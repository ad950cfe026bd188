// Draws a graph for Graphviz: a box for each class, in it its nodes, and an edge from each child of
// a node to the class it names. The same graph gives the same text.
#pragma once

#include <functional>
#include <string>

#include "noether/egraph/core.h"
#include "noether/egraph/ids.h"

namespace noether::egraph {

// `name` says how a symbol is written.
std::string to_dot(const EGraphCore& graph, const std::function<std::string(Symbol)>& name);

}  // namespace noether::egraph
