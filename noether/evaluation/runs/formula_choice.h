// One formula for a whole topic, as the Tangent-S baseline of ARQMath takes it.
#pragma once

#include <string>

#include "noether/collection/topics.h"

namespace noether::evaluation {

// Of the title if it has one, else of the text: the one whose layout tree has the most symbols; of
// several the first. Empty when there is none.
std::string chosen_formula(const collection::Topic& topic);

}  // namespace noether::evaluation
