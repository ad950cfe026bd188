// AsciiDoc, as Asciidoctor reads it: sections, attributes, blocks, stem: and latexmath: formulas.
// A formula in AsciiMath, which is the meaning of stem: unless the file says `:stem: latexmath`, is
// not LaTeX and stays text. Code stays text, without formulas; comments, pictures and passthrough
// for other formats are left out.
#pragma once

#include <string_view>

#include "noether/text/note.h"

namespace noether::text {

Note read_asciidoc(std::string_view asciidoc);

}  // namespace noether::text
