// The lines of a formula that are equations, or chains of them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace noether::answer {

// A display of several lines as its lines, without signs of alignment, numbers and the environment
// around them; and each line in the parts that arrows and wide gaps make. A part that begins with =
// goes on from the one before. A line without = that begins with + goes on with the sum before it,
// and is no part of its own; nor is one behind a line that ends in + or =.
struct EquationLine {
  std::string latex;
  bool is_equation = false;    // an equals sign stands in it, and not only in a script: \sum_{n=1}
  bool follows_arrow = false;  // an arrow stands in the line: it holds when something else does
  bool may_be_cut = false;     // a sum may go on in it, or behind it, that has another part
};
std::vector<EquationLine> equation_lines(std::string_view latex);

}  // namespace noether::answer
