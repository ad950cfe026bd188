// A meaning graph as one line of words, for encoders of sentences.
#pragma once

#include <string>
#include <string_view>

#include "noether/amr/penman.h"
#include "noether/base/error.h"

namespace noether::amr {

// Depth first in the order of the text: concepts and constants, each node once. With roles, each
// stands before what it leads to, and a node that was there before is its concept again.
std::string linearize(const PenmanTree& tree, bool with_roles = false);

// As the paper does: children by the names of their roles. An error for graphs that its programs
// cannot read.
base::Result<std::string> linearize_compatibly(std::string_view mathamr);

}  // namespace noether::amr
