// Text of which nobody said how it is marked up.
#pragma once

#include <string>
#include <string_view>

#include "noether/text/document.h"
#include "noether/text/piece.h"

namespace noether::collection {

// HTML when there are tags that HTML has and mathematics has not, else Markdown.
text::Field read_marked_up(std::string_view text, std::string_view name);

// Whether a closing tag of HTML is in the text: `a<b` is none, `</p>` is.
bool looks_like_html(std::string_view text);

// Puts a field at the end of another, as a paragraph of its own.
void append_field(const text::Field& from, text::Field& to);

}  // namespace noether::collection
