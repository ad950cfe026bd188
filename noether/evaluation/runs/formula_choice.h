// One formula for a whole topic, as the Tangent-S baseline of ARQMath takes it.
#pragma once

#include <string>

#include "noether/collection/topics.h"

namespace noether::evaluation {

// A formula of the title if there is one, else of the text: the first of those whose layout tree
// has the most symbols. Empty if there is none.
std::string chosen_formula(const collection::Topic& topic);

}  // namespace noether::evaluation
