// What two graphs have in common as cards: the corresponding ones, for lines from one to the other,
// and the common parts in words: "prove → every finite group → p²".
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "noether/amr/draw/graph_cards.h"
#include "noether/amr/draw/matched_parts.h"
#include "noether/amr/penman.h"

namespace noether::amr {

inline constexpr std::size_t kNoCard = std::numeric_limits<std::size_t>::max();

// For each card of the left graph: the card of the right one, or kNoCard; no two have the same.
// Formulas correspond by their operators: that both graphs have a formula says little.
std::vector<std::size_t> card_partners(std::span<const Card> left, std::span<const Card> right,
                                       const MatchedParts& in_left);

// A phrase for each run of marked cards that marked relations join, in the order of the graph.
// `formulas` has the lines of formulas by node of the tree, empty for other nodes; one that is not
// whole in both graphs is "part of" its line, and left out where they share no more than names.
std::vector<std::string> shared_phrases(std::span<const Card> cards,
                                        std::span<const std::string> formulas);

}  // namespace noether::amr
