// HTML as the parser of a browser sees it, whatever is wrong with it.
#pragma once

#include <string_view>

#include "noether/text/field_builder.h"
#include "noether/text/html_text.h"

namespace noether::text {

void append_html_tree(std::string_view html, HtmlOptions options, FieldBuilder& out);

}  // namespace noether::text
