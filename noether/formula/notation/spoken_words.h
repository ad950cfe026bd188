// The words for single symbols, names and operators in spoken formulas.
#pragma once

#include <string>
#include <string_view>

#include "noether/formula/operators.h"

namespace noether::formula {

// A letter, a number, a name or a glyph: x, capital X, alpha, the real numbers.
void append_spoken_symbol(std::string_view label, std::string& out);

// sine; the label itself, like that of a symbol, if a function has no word.
void append_spoken_function(std::string_view label, std::string& out);

// The word between two operands: equals. Empty if an operator is spoken differently.
std::string_view spoken_infix(Op op);

// The word after a letter with an accent: hat. Empty for other glyphs.
std::string_view spoken_accent(std::string_view glyph);

}  // namespace noether::formula
