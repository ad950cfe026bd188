// Org files of Emacs: headlines, keywords, drawers, blocks, links, and formulas as in LaTeX.
// #+TITLE, #+FILETAGS, #+AUTHOR and #+DATE are metadata. Drawers, comments and export blocks are
// left out; source code stays text, without formulas.
#pragma once

#include <string_view>

#include "noether/text/note.h"

namespace noether::text {

Note read_org(std::string_view org);

}  // namespace noether::text
