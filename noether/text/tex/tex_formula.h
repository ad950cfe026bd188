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

// What ends a formula.
enum class TexFormulaEnd : unsigned char { Dollar, TwoDollars, Parenthesis, Bracket, Environment };

// Reads what follows the opening delimiter. `environment` is the name of the one that it stands in;
// it stays around the formula when `keep_environment` says so. Labels, numbers and notes are left
// out. Where the end is missing the formula ends with its paragraph.
TexFormula read_tex_formula(TexStream& stream, TexFormulaEnd end, std::string_view environment = {},
                            bool keep_environment = false);

}  // namespace noether::text
