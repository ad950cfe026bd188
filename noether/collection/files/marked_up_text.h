// Text of which nobody said how it is marked up.
#pragma once

#include <cstddef>
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

// The same with the beginning of it, so that `to` has at most that many bytes: whole formulas, and
// whole words unless there is but one.
void append_start(const text::Field& from, std::size_t max_bytes, text::Field& to);

// Bytes of the titles around a document that are kept with it: every piece of a file carries them,
// so without a bound a long title would be multiplied by the number of pieces.
inline constexpr std::size_t kMaxContextBytes = 4096;

}  // namespace noether::collection
