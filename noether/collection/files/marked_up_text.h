// Text with unknown markup.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "noether/text/document.h"

namespace noether::collection {

// HTML when there are tags that HTML has and mathematics has not, else Markdown.
text::Field read_marked_up(std::string_view text, std::string_view name);

// Whether the text contains a closing tag of HTML: `</p>`, but not `a<b`.
bool looks_like_html(std::string_view text);

// Appends a field to another, as a separate paragraph.
void append_field(const text::Field& from, text::Field& to);

// Appends the beginning of it, so that `to` has at most this many bytes: whole formulas, and whole
// words unless there is only one.
void append_start(const text::Field& from, std::size_t max_bytes, text::Field& to);

// Bytes of the titles around a document that are kept with it: every piece of a file carries them,
// so without a bound a long title would be multiplied by the number of pieces.
inline constexpr std::size_t kMaxContextBytes = 4096;

}  // namespace noether::collection
