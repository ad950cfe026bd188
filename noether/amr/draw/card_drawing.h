// Places the cards of a graph, and writes cards that have their places as SVG.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "noether/amr/draw/graph_cards.h"

namespace noether::amr {

struct DrawnSize {
  double width = 0;
  double height = 0;
};

// A tree from left to right: each card is beside the middle of its children, and subtrees are as
// close together as their cards allow.
DrawnSize place_as_tree(std::span<Card> cards);

// An outline from top to bottom: one card on each line, further right than its parent. It is
// narrower than a tree, so that two of them fit side by side on a page.
DrawnSize place_as_outline(std::span<Card> cards);

enum class CardLayout : std::uint8_t { Tree, Outline };

// Edges first, then the cards on them. Nothing is marked that `make_cards` has not marked.
std::string draw_cards(std::span<const Card> cards, CardLayout layout);

}  // namespace noether::amr
