// AsciiDoc, as Asciidoctor reads it: sections, attributes, blocks, stem: and latexmath: formulas.
//
// A formula in AsciiMath, which stem: means unless the file says `:stem: latexmath`, is no LaTeX:
// it stays as text. Code stays as text, without formulas; comments, pictures and what is passed
// through to another format are no text.
#pragma once

#include <string_view>

#include "noether/text/note.h"

namespace noether::text {

Note read_asciidoc(std::string_view asciidoc);

}  // namespace noether::text
