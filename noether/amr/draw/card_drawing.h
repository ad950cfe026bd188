// Cards that have their places, written as SVG.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "noether/amr/draw/graph_cards.h"

namespace noether::amr {

enum class CardLayout : std::uint8_t { Tree, Outline };

// Edges first, then the cards on them. Nothing is marked that `make_cards` has not marked.
std::string draw_cards(std::span<const Card> cards, CardLayout layout);

}  // namespace noether::amr
