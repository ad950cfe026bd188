// Writes a meaning graph as one line of words, for encoders of sentences.
#pragma once

#include <string>
#include <string_view>

#include "noether/amr/penman.h"
#include "noether/base/error.h"

namespace noether::amr {

struct LinearizeOptions {
  bool roles = false;    // writes the role before its target; implies `repeats`
  bool repeats = false;  // writes a reference to a node as its concept
};

// Visits the graph depth first in the order of the text. Writes concepts and constants, each node
// once.
std::string linearize(const PenmanTree& tree, const LinearizeOptions& options = {});

// Linearises as the paper does: children are sorted by the names of their roles. Returns an error
// for graphs that the programs of the paper cannot read.
base::Result<std::string> linearize_compatibly(std::string_view mathamr);

}  // namespace noether::amr
