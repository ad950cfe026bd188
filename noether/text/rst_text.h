// reStructuredText, as Sphinx and docutils read it: sections, :math: roles, math directives.
//
// The contents of other directives are text; code stays as text, without formulas; comments,
// pictures, tables of contents and what is raw for another format are no text. Formulas between
// dollar signs, which extensions of Sphinx know, are formulas.
#pragma once

#include <string_view>

#include "noether/text/note.h"

namespace noether::text {

Note read_rst(std::string_view rst);

}  // namespace noether::text
