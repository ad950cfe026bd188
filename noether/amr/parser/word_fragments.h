// Cuts a graph into the fragments of its words.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "noether/amr/parser/aligner.h"
#include "noether/amr/parser/sentence_labels.h"

namespace noether::amr {

// The nodes of a graph that belong to one word, as a fragment.
struct WordFragment {
  std::string text;                      // as in a FragmentTable; empty if the word has no fragment
  std::vector<NodeId> nodes;             // nodes of the graph, in the order of the fragment's nodes
  std::string sense;                     // the sense of the frame whose sense is open
  std::optional<std::size_t> attribute;  // the edge, if the fragment is its constant
};

class CutGraph {
 public:
  // Nodes that no word expresses start at the word of a neighbour.
  CutGraph(const SentenceGraph& input, Alignment alignment);

  const Alignment& alignment() const { return alignment_; }
  const std::vector<WordId>& hosts() const { return hosts_; }  // by node
  // Nodes that may move to the word of a neighbour.
  const std::vector<NodeId>& movable() const { return movable_; }
  std::vector<WordId> words_beside(NodeId node) const;
  void move(NodeId node, WordId word) { hosts_[node] = word; }
  // Whether the nodes of a word are connected.
  bool is_connected(WordId word) const;

  std::vector<NodeId> nodes_of(WordId word) const;
  WordFragment fragment_of(WordId word) const;
  // The fragment of some connected nodes of a word. `bare` leaves out constants that no word
  // expresses.
  WordFragment fragment_of(WordId word, const std::vector<NodeId>& nodes, bool bare) const;
  bool is_movable(NodeId node) const;

 private:
  void host_floating();
  bool is_constant_fragment(std::size_t edge, WordId word) const;

  Alignment alignment_;
  std::vector<WordId> hosts_;
  std::vector<NodeId> movable_;
};

// "op" for op3; other roles unchanged.
std::string unnumbered(const std::string& role);

}  // namespace noether::amr
