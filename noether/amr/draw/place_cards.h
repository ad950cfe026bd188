// Places the cards of a graph.
#pragma once

#include <span>

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

}  // namespace noether::amr
