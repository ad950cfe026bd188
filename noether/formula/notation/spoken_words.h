// The words for single symbols, names and operators in spoken formulas.
#pragma once

#include <string>
#include <string_view>

#include "noether/formula/operators.h"

namespace noether::formula {

// Appends a letter, a number, a name or a glyph: x, capital X, alpha, the real numbers.
void append_spoken_symbol(std::string_view label, std::string& out);

// Appends the word for a function, such as sine; a function without a word is spoken as a symbol.
void append_spoken_function(std::string_view label, std::string& out);

// The word between two operands, such as equals; empty if the operator is spoken differently.
std::string_view spoken_infix(Op op);

// The word after a letter with an accent, such as hat; empty for other glyphs.
std::string_view spoken_accent(std::string_view glyph);

}  // namespace noether::formula
