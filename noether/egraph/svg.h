// Draws what can be reached from a class as SVG: a dashed box for each class with its nodes side by
// side, and a line from each child of a node to the class it names.
//
// Classes stand in rows by their distance from the root. What goes beyond kMaxDrawn nodes is left
// out. The same graph gives the same picture.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "noether/egraph/core.h"
#include "noether/egraph/ids.h"

namespace noether::egraph {

inline constexpr std::size_t kMaxDrawn = 2'000;

// `name` says how a symbol is written.
std::string to_svg(const EGraphCore& graph, ClassId root,
                   const std::function<std::string(Symbol)>& name);

}  // namespace noether::egraph
