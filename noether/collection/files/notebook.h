// Jupyter notebooks: the Markdown of their cells, and outputs that are LaTeX.
//
// Code and its other outputs are no text. A notebook that is no JSON, or has no cells, is a flaw of
// a note without pieces.
#pragma once

#include <string_view>

#include "noether/text/note.h"

namespace noether::collection {

text::Note read_notebook(std::string_view json);

}  // namespace noether::collection
