// A meaning graph as one line of words, for encoders of sentences.
#pragma once

#include <string>
#include <string_view>

#include "noether/amr/penman.h"
#include "noether/base/error.h"

namespace noether::amr {

struct LinearizeOptions {
  bool roles = false;    // each before what it leads to; implies `repeats`
  bool repeats = false;  // a reference to a node is its concept again
};

// Depth first in the order of the text: concepts and constants, each node once.
std::string linearize(const PenmanTree& tree, const LinearizeOptions& options = {});

// As in the paper: children by the names of their roles. Returns an error for graphs that its
// programs cannot read.
base::Result<std::string> linearize_compatibly(std::string_view mathamr);

}  // namespace noether::amr
