// Divides Markdown into pieces by its headings, with formulas between dollar signs.
// A heading opens a piece of kind "section"; the text before the first heading is a piece of kind
// "text". HTML inside Markdown is read as HTML; code blocks stay text.
#pragma once

#include <string_view>
#include <vector>

#include "noether/text/document.h"
#include "noether/text/note.h"

namespace noether::text {

std::vector<Piece> read_markdown(std::string_view markdown);

// A file of notes: with front matter, and the markup of Obsidian (links, tags, callouts).
Note read_markdown_note(std::string_view markdown);

}  // namespace noether::text
