// Places the cards of a graph, and writes placed cards as SVG.
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

// Places a tree from left to right: each card is beside the middle of its children, and subtrees
// are as close together as their cards allow.
DrawnSize place_as_tree(std::span<Card> cards);

// Places an outline from top to bottom: one card per line, further right than its parent. An
// outline is narrower than a tree, so that two of them fit side by side on a page.
DrawnSize place_as_outline(std::span<Card> cards);

enum class CardLayout : std::uint8_t { Tree, Outline };

// Writes the edges first, then the cards over them. Marks only the parts that `make_cards` has
// marked.
std::string draw_cards(std::span<const Card> cards, CardLayout layout);

}  // namespace noether::amr
