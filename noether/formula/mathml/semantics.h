// The child of <semantics> or <maction> that a reader uses.
#pragma once

#include <string_view>

#include "noether/formula/mathml/xml_tree.h"

namespace noether::formula {

// For <maction> the selected child. For <semantics> the annotation whose encoding ends in
// `markup` ("Presentation" or "Content"), when parallel markup has one, and else the first child.
NodeId chosen_child(const XmlTree& xml, NodeId element, std::string_view markup);

}  // namespace noether::formula
