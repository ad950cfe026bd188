// The words for single symbols, names and operators in spoken formulas.
#pragma once

#include <string>
#include <string_view>

#include "noether/formula/operators.h"

namespace noether::formula {

// A letter, a number, a name or a glyph: x, capital X, alpha, the real numbers.
void append_spoken_symbol(std::string_view label, std::string& out);

// sine; the label itself, as of a symbol, where a function has no word of its own.
void append_spoken_function(std::string_view label, std::string& out);

// What stands between two operands: equals. Empty where an operator is said in another way.
std::string_view spoken_infix(Op op);

// What is said behind a letter with an accent: hat. Empty for other glyphs.
std::string_view spoken_accent(std::string_view glyph);

}  // namespace noether::formula
