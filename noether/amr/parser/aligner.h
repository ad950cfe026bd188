// Which word of a sentence says which node of its graph. Banks do not tell.
//
// A node belongs to a word that its concept is a form of: the same lemma, the same number, the words
// of a name. Other concepts belong to the words that they come with in all sentences (learned by
// expectation maximisation, as translations of words are), or else to no word: they become part of
// the fragment of a neighbour.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "noether/amr/graph.h"
#include "noether/amr/parser/lexicon.h"
#include "noether/amr/parser/training_graphs.h"

namespace noether::amr {

// Of the nodes of a graph, then of its attributes in the order of their edges.
struct Alignment {
  Graph graph;                           // graph_of(tree), roles in their usual case
  std::vector<WordId> node_words;        // kNoWord: no word says it
  std::vector<WordId> attribute_words;   // by edge; kNoWord for relations too
  std::vector<WordId> continuation_of;   // by word: the first word of the name it belongs to
};

class Aligner {
 public:
  explicit Aligner(const Lexicon& lexicon) : lexicon_(lexicon) {}

  // Learns which concepts come with which words.
  void learn(const std::vector<SentenceGraph>& graphs, unsigned rounds = 8);
  Alignment align(const SentenceGraph& graph) const;

 private:
  const Lexicon& lexicon_;
  std::unordered_map<std::string, std::unordered_map<std::string, double>> concept_of_word_;
};

}  // namespace noether::amr
