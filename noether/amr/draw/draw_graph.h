// Draws meaning graphs as pictures (SVG), for a page or as files.
// A picture follows the reader's choice of a light or a dark page, has a title and a description
// for readers who cannot see it, runs no script and loads nothing. The same graph gives the same
// bytes. At most kMaxDrawnNodes nodes are drawn (graph_cards.h).
#pragma once

#include <span>
#include <string>

#include "noether/amr/penman.h"

namespace noether::amr {

struct DrawnSentence {
  const PenmanTree* graph = nullptr;
  std::string name;      // a few words above the picture, such as an id or "query"
  std::string sentence;  // may be empty, and may contain LaTeX between dollar signs
};

// Draws a tree from left to right.
std::string draw_graph(const DrawnSentence& sentence);

// Draws two outlines side by side, and marks the nodes and relations that both have. For each node
// of the right graph, `left_of_right` has its node of the left graph or kNoNode, as Smatch finds
// them: `smatch(left, right)->gold_of_predicted`.
std::string draw_comparison(const DrawnSentence& left, const DrawnSentence& right,
                            std::span<const NodeId> left_of_right);

}  // namespace noether::amr
