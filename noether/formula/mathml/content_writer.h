// Operator tree → Content MathML, in one line.
//
// Standard elements wherever they say the same (power, bvar with lowlimit and uplimit, degree,
// logbase, interval, piecewise, …); any other operator is a csymbol of the content dictionary
// "noether" over its operands, a labelled one with its label as <cs> in front. What is written
// reads back as the same tree, also for trees with operands too many or too few: those take the
// csymbol.
#pragma once

#include <string>

#include "noether/formula/operator_tree.h"

namespace noether::formula {

void write_content(const OperatorTree& tree, std::string& out);

}  // namespace noether::formula
