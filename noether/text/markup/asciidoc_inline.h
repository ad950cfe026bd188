// The text of a paragraph of AsciiDoc: formulas, links, references and emphasis.
#pragma once

#include <string_view>

#include "noether/text/field_builder.h"

namespace noether::text {

// `stem_is_latex` is the meaning of stem:.
void append_asciidoc_inline(std::string_view text, bool stem_is_latex, FieldBuilder& out);

// Appends the contents of a stem: macro or block. Unless it is LaTeX it is AsciiMath, and text.
void append_stem(std::string_view formula, bool is_latex, FieldBuilder& out);

}  // namespace noether::text
