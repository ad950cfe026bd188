// Formulas that readers take in different ways.
#pragma once

#include <string_view>

namespace noether::answer {

// Whether what it says depends on the reader: 6/2(1+2) and 1/2x may be 6/(2(1+2)) and 1/(2x), and
// \sin \pi/2 is usually \sin(\pi/2); (1\,2\,3) is a cycle to some. One reading of it proves and
// refutes nothing.
bool has_two_readings(std::string_view latex);

// Whether a sign in it may have a meaning of its own: `*` and a frame may be operations that the
// text defines, 80\frac12 is a mixed number to some and a product to others, and 2.3.5 is a
// product. Algebra may prove such a formula, and refutes none.
bool has_open_sign(std::string_view latex);

}  // namespace noether::answer
