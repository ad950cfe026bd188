// Commutative diagrams: \begin{CD} A @>f>> B \\ @VVgV @VVhV \\ C @>>> D \end{CD}.
#pragma once

#include "noether/formula/latex/parser.h"

namespace noether::formula {

// Reads the lines of a diagram up to its \end, which is not consumed. Objects and arrows are the
// cells of one table: in a line of objects every second cell is an arrow, and the vertical arrows
// are between two lines of objects. Labels are over and under an arrow; the left and right labels
// of a vertical arrow are placed in reading order.
NodeId read_diagram(LatexParser& parser, base::Span source);

}  // namespace noether::formula
