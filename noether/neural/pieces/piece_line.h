// A line of JSON with the pieces of one text, as `noether pieces` writes it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"

namespace noether::neural {

// The pieces in their order; other entries are ignored. Errors describe the problem of the line.
base::Result<std::vector<std::string>> read_piece_line(std::string_view line);

}  // namespace noether::neural
