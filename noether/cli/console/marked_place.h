// A place in a text a person typed, drawn with carets below it.
#pragma once

#include <string>
#include <string_view>

#include "noether/base/error.h"

namespace noether::cli {

// Two lines that begin with two blanks, the second of carets. Of a long text only what is around
// the place is shown. Nothing when the place is empty or not in the text.
std::string marked_place(std::string_view text, base::Span place);

}  // namespace noether::cli
