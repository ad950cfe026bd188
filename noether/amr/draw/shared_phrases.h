// The common parts of two graphs, in words: "prove → every finite group → p²".
#pragma once

#include <span>
#include <string>
#include <vector>

#include "noether/amr/draw/graph_cards.h"

namespace noether::amr {

// A phrase for each run of marked cards that marked relations join, in the order of the graph.
// `formulas` has the lines of formulas by node of the tree, empty for other nodes; one that is not
// whole in both graphs is "part of" its line, and left out where they share no more than names.
std::vector<std::string> shared_phrases(std::span<const Card> cards,
                                        std::span<const std::string> formulas);

}  // namespace noether::amr
