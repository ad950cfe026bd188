// Reads HTML as posts have it in one pass: well nested, a few dozen elements, nothing to repair.
// Nearly every post is like this, and a full parser is ten times slower. This reader refuses
// whatever it is not sure about, and reads everything else exactly as html_tree.h does; a test
// compares the two.
#pragma once

#include <string_view>

#include "noether/text/field_builder.h"
#include "noether/text/html_text.h"

namespace noether::text {

// False when the HTML is not simple; `out` then holds a part of it.
bool append_simple_html(std::string_view html, HtmlOptions options, FieldBuilder& out);

}  // namespace noether::text
