// Two ways to read HTML: in one pass, and as the parser of a browser sees it. A guard filters the
// input of the parser.
#pragma once

#include <string>
#include <string_view>

#include "noether/text/field_builder.h"
#include "noether/text/html/html_text.h"

namespace noether::text {

// Reads HTML as posts have it in one pass: well nested, a few dozen elements, nothing to repair.
// Nearly every post is like this, and a full parser is ten times slower. This reader refuses
// input that it cannot read with certainty, and reads everything else exactly as append_html_tree
// does; a test compares the two. Returns false if the HTML is not simple; `out` then holds a part
// of it.
bool append_simple_html(std::string_view html, HtmlOptions options, FieldBuilder& out);

// Reads HTML as the parser of a browser sees it, however malformed it is.
void append_html_tree(std::string_view html, HtmlOptions options, FieldBuilder& out);

// The bounds of the guard, which makes HTML harmless for the parser by dropping tags that would
// cost it more than proportional time. HTML that is nested a million deep, or has a million
// attributes, takes an HTML5 parser quadratic time and more stack than there is; unclosed
// formatting elements are copied into every later block. The guard follows the tags by a rule that
// never considers an element closed that the parser keeps open, and drops the tags beyond the
// bounds. Their content stays.
inline constexpr std::size_t kMaxHtmlDepth = 400;
inline constexpr std::size_t kMaxHtmlAttributes = 200;
// The maximum number of formatting elements that the parser may copy.
inline constexpr std::size_t kMaxHtmlCopies = 100'000;

// Returns `html` itself if it is within the bounds; else stores the reduced HTML in `copy`.
std::string_view guard_html(std::string_view html, std::string& copy);

}  // namespace noether::text
