// One formula of a LaTeX document, from its opening delimiter to its end, with macros expanded.
#pragma once

#include <string>
#include <string_view>

#include "noether/text/tex/tex_stream.h"

namespace noether::text {

struct TexFormula {
  std::string latex;     // without delimiters
  bool diagram = false;  // it is drawn with arrows or pictures, and no formula to be read
};

// The delimiter that ends a formula.
enum class TexFormulaEnd : unsigned char { Dollar, TwoDollars, Parenthesis, Bracket, Environment };

// Reads the text after the opening delimiter. `environment` is the name of the enclosing one;
// `keep_environment` keeps it around the formula. Labels, numbers and notes are left out. If the
// end is missing, the formula ends with its paragraph.
TexFormula read_tex_formula(TexStream& stream, TexFormulaEnd end, std::string_view environment = {},
                            bool keep_environment = false);

}  // namespace noether::text
