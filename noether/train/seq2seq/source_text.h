// A source that a person types, in prefix notation.
#pragma once

#include <string>
#include <string_view>

#include "noether/base/error.h"

namespace noether::train {

// LaTeX and other notations are read by algebra; a program that was built without it takes the text
// as it is.
base::Result<std::string> source_text(std::string_view typed);

}  // namespace noether::train
