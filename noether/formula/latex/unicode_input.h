// Unicode characters in LaTeX input: 𝑥, ∑, ≤, ², −.
#pragma once

#include "noether/formula/latex/parser.h"

namespace noether::formula {

// Reads one non-ASCII character token and adds its meaning to the row.
void read_unicode_character(LatexParser& parser, const Token& token);

}  // namespace noether::formula
