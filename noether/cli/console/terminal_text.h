// Measures text on a terminal, wraps it into lines, and marks a place in it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "noether/base/error.h"

namespace noether::cli {

// The width of a character: 0 for combining marks, 2 for wide characters.
std::size_t columns_of(char32_t character);

// Wraps a text at blanks into lines of at most `columns`, each with `indent` and a line end. Escape
// sequences of colours take no columns. A word that is longer gets a separate line.
std::string wrapped(std::string_view text, std::string_view indent, std::size_t columns);

// Shows a place in a text that a person typed, with carets below it: two lines that begin with two
// blanks. If the text is long, only the part around the place is shown. Returns nothing if the
// place is empty or outside the text.
std::string marked_place(std::string_view text, base::Span place);

// Whether standard output is a terminal, and its width; 80 if the width is unknown.
bool stdout_is_terminal();
std::size_t terminal_columns();

}  // namespace noether::cli
