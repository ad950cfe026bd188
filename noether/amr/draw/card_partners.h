// The corresponding cards of two graphs, for lines from one to the other.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
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

}  // namespace noether::amr
