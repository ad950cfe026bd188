// The layout tree as a line for people: x{above: 2} + y{below: 1}.
#pragma once

#include <string>

#include "noether/formula/layout_tree.h"

namespace noether::formula {

// Symbols of a row are separated by blanks; the attachments of a symbol follow it in braces,
// relation by relation. Groups show their fences and size: (…){2x2}. This form is written only,
// never read.
void write_layout_text(const LayoutTree& tree, std::string& out);

}  // namespace noether::formula
