// Org files of Emacs: headlines, keywords, drawers, blocks, links, and formulas as in LaTeX.
//
// #+TITLE, #+FILETAGS, #+AUTHOR and #+DATE are what the file says about itself. Drawers, comments
// and blocks for export are no text; source code stays as text, without formulas.
#pragma once

#include <string_view>

#include "noether/text/note.h"

namespace noether::text {

Note read_org(std::string_view org);

}  // namespace noether::text
