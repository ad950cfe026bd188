// Finds the cards that correspond in two graphs, for lines from one graph to the other, and
// describes the common parts in words: "prove → every finite group → p²".
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

// Returns for each card of the left graph the card of the right one, or kNoCard; no two left cards
// get the same right card. Formulas correspond only if their operators do, because almost all
// graphs have a formula.
std::vector<std::size_t> card_partners(std::span<const Card> left, std::span<const Card> right,
                                       const MatchedParts& in_left);

// Returns a phrase for each run of marked cards that marked relations join, in the order of the
// graph. `formulas` has the line of each formula by node of the tree, and is empty for other nodes.
// A formula that is not completely in both graphs appears as "part of" its line, and is left out if
// they share only names.
std::vector<std::string> shared_phrases(std::span<const Card> cards,
                                        std::span<const std::string> formulas);

}  // namespace noether::amr
