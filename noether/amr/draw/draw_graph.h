// Meaning graphs as pictures (SVG), for a page or as files.
// A picture follows the reader's choice of a light or a dark page, has a title and a description
// for those who cannot see it, runs no script and loads nothing. The same graph gives the same
// bytes. At most kMaxDrawnNodes nodes are drawn (graph_cards.h).
#pragma once

#include <span>
#include <string>

#include "noether/amr/penman.h"

namespace noether::amr {

struct DrawnSentence {
  const PenmanTree* graph = nullptr;
  std::string name;      // a few words over the picture: an id, "query"
  std::string sentence;  // may be empty, and may have LaTeX between dollar signs
};

// A tree from left to right.
std::string draw_graph(const DrawnSentence& sentence);

// Two outlines side by side, with the nodes and relations marked that both have. `left_of_right`
// has for each node of the right graph its node of the left or kNoNode, as Smatch finds them:
// `smatch(left, right)->gold_of_predicted`.
std::string draw_comparison(const DrawnSentence& left, const DrawnSentence& right,
                            std::span<const NodeId> left_of_right);

}  // namespace noether::amr
