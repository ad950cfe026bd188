// reStructuredText, as Sphinx and docutils read it: sections, :math: roles, math directives.
// The contents of other directives are text; code stays text, without formulas; comments, pictures,
// tables of contents and raw blocks for other formats are left out. Formulas between dollar signs,
// which extensions of Sphinx support, are formulas.
#pragma once

#include <string_view>

#include "noether/text/note.h"

namespace noether::text {

Note read_rst(std::string_view rst);

}  // namespace noether::text
