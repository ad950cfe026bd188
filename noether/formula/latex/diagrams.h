// Commutative diagrams: \begin{CD} A @>f>> B \\ @VVgV @VVhV \\ C @>>> D \end{CD}.
#pragma once

#include "noether/formula/latex/parser.h"

namespace noether::formula {

// Reads the lines of a diagram up to its \end, which stays. Objects and arrows are the cells of one
// table: in a line of objects every second cell is an arrow, between two lines of objects stand the
// arrows that go down and up. Labels hang over and under an arrow, those of an upright one as the
// left and the right one do in reading order.
NodeId read_diagram(LatexParser& parser, base::Span source);

}  // namespace noether::formula
