// Converts texts with markup to fields: texts of posts, whose markup is known, and of records,
// whose markup is not.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "noether/text/document.h"

namespace noether::collection {

// Reads the text as HTML if it has tags that occur in HTML but not in mathematics, else as
// Markdown.
text::Field read_marked_up(std::string_view text, std::string_view name);

// Whether the text contains a closing tag of HTML: `</p>`, but not `a<b`.
bool looks_like_html(std::string_view text);

// Appends a field to another, as a separate paragraph.
void append_field(const text::Field& from, text::Field& to);

// Appends the beginning of a field so that `to` has at most this many bytes: whole formulas, and
// whole words unless there is only one.
void append_start(const text::Field& from, std::size_t max_bytes, text::Field& to);

// Bytes of the titles around a document that are kept with it: every piece of a file carries them,
// so without a bound a long title would be multiplied by the number of pieces.
inline constexpr std::size_t kMaxContextBytes = 4096;

// The texts of a post as fields. ARQMath writes titles and comments in HTML with marked formulas;
// a plain dump has plain titles and comments, and formulas between dollar signs everywhere.
text::Field read_post_title(std::string_view title, std::string_view name, bool is_arqmath);
text::Field read_post_body(std::string_view body, bool is_arqmath);
text::Field read_post_comment(std::string_view comment, bool is_arqmath);

// Reads tags written as <calculus><limits>, as |calculus|limits| in newer dumps, or as
// calculus,limits.
void add_tags(std::string_view tags, std::vector<std::string>& out);

}  // namespace noether::collection
