// Presentation MathML → layout tree.
//
// mrow, mstyle and mpadded only show how their producer parsed, so they dissolve into the row
// around them, and fences are grouped by layout_builder.h, the same for every notation. A base of
// several symbols stays together. Invisible operators, spaces and phantoms draw nothing;
// annotations are ignored. What presentation_writer.h wrote says so by its class and is taken
// literally: there a group is an mrow whose fences have form="prefix" and form="postfix", and
// nothing else is grouped.
#pragma once

#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/formula/layout_tree.h"

namespace noether::formula {

// The class of a <math> element whose groups are marked.
inline constexpr std::string_view kLiteralLayoutClass = "noether-layout";

// Fails when the text is not one well-formed element or exceeds a limit. An <merror> or an element
// that MathML does not know becomes an Error node with a diagnostic.
base::Result<void> read_presentation(std::string_view xml, LayoutTree& out,
                                     std::vector<base::Error>& diagnostics);

}  // namespace noether::formula
