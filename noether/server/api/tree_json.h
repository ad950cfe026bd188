// The trees of a formula, and the formula in other notations, in responses.
#pragma once

#include <string>
#include <string_view>

#include "noether/base/json_text.h"
#include "noether/formula/formula.h"

namespace noether::server {

// Larger trees are cut: people do not read them, and they would be nested too deeply for many JSON
// readers.
inline constexpr std::size_t kMostTreeNodes = 1000;

// {label, children: [{edge, node}], span}. `source` is the text the tree was read from; without
// one there are no spans.
std::string layout_tree_json(const formula::LayoutTree& tree, std::string_view source,
                             bool& truncated);
std::string operator_tree_json(const formula::OperatorTree& tree, std::string_view source,
                               bool& truncated);

// id, latex, mathml, content_mathml, prefix, sexpr, both trees, warnings.
void add_formula(const formula::Formula& formula, std::string_view latex, std::string_view source,
                 base::JsonObject& object);

}  // namespace noether::server
