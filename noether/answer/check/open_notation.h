// Formulas that readers take in different ways.
#pragma once

#include <string_view>

namespace noether::answer {

// Whether the meaning depends on the reader: 6/2(1+2) and 1/2x may be 6/(2(1+2)) and 1/(2x), \sin
// \pi/2 is usually \sin(\pi/2), and (1\,2\,3) may be a cycle. One reading of such a formula proves
// and refutes nothing.
bool has_two_readings(std::string_view latex);

// Whether a sign may have a special meaning: `*` and a frame may be operations that the text
// defines, 80\frac12 may be a mixed number or a product, and 2.3.5 is a product. Algebra may prove
// such a formula, but does not refute it.
bool has_open_sign(std::string_view latex);

}  // namespace noether::answer
