// The lines of a formula that are equations, or chains of them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace noether::answer {

// A display of several lines as its lines, without signs of alignment, numbers and the environment
// around them; and each line in the parts that arrows and wide gaps make. A part that begins with =
// goes on from the one before.
struct EquationLine {
  std::string latex;
  bool follows_arrow = false;  // an arrow stands in the line: it holds when something else does
};
std::vector<EquationLine> equation_lines(std::string_view latex);

}  // namespace noether::answer
