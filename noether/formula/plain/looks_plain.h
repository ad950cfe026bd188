// Whether a text is plain math, when nobody says what it is written in.
#pragma once

#include <string_view>

namespace noether::formula {

// A text without a backslash that has a name or a sign of plain math: sqrt(x), int_0^1, alpha,
// x >= 2, x**2. Names and signs that may well be LaTeX do not count: xi is x times i, +- is a plus
// and a minus, and != after a number is a factorial and an equals sign.
bool looks_plain(std::string_view text);

}  // namespace noether::formula
