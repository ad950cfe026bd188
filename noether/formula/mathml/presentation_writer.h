// Layout tree → Presentation MathML, in one line.
//
// What is written reads back as the same layout, whatever rules group the fences of other
// producers: every group is an <mrow> whose fences say form="prefix" and form="postfix", around its
// symbols or, when commas do not split these into its cells, around one <mtable>.
#pragma once

#include <string>

#include "noether/formula/layout_tree.h"

namespace noether::formula {

void write_presentation(const LayoutTree& tree, std::string& out);

}  // namespace noether::formula
