// How much room text takes on a terminal, how to put it into lines, and how to mark a place in it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "noether/base/error.h"

namespace noether::cli {

// 0 for marks that combine with what is before, 2 for wide characters.
std::size_t columns_of(char32_t character);

// Lines of at most `columns`, broken at blanks, each behind `indent` and ended. Escape sequences of
// colours take no room. A word that is longer has a line of its own.
std::string wrapped(std::string_view text, std::string_view indent, std::size_t columns);

// A place in a text that a person typed, with carets below it: two lines that begin with two
// blanks, the second of carets. Of a long text only what is around the place is shown. Nothing when
// the place is empty or not in the text.
std::string marked_place(std::string_view text, base::Span place);

// Whether standard output is a terminal, and how wide; 80 when it does not say.
bool stdout_is_terminal();
std::size_t terminal_columns();

}  // namespace noether::cli
