// The text of a paragraph of reStructuredText: roles, links, literals, escapes and emphasis.
#pragma once

#include <string_view>

#include "noether/text/field_builder.h"

namespace noether::text {

// `math_by_default`: text in single backquotes, without a role, is a formula.
void append_rst_inline(std::string_view text, bool math_by_default, FieldBuilder& out);

}  // namespace noether::text
