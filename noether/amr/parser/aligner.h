// Aligns the nodes of a graph with the words of its sentence, because banks do not contain the
// alignment.
// A node belongs to a word if its concept is a form of the word: the same lemma, the same number,
// or the words of a name. Other concepts belong to the words with which they often occur, or to no
// word; in the latter case they become part of the fragment of a neighbour.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "noether/amr/graph.h"
#include "noether/amr/parser/fragment.h"
#include "noether/amr/parser/lexicon.h"
#include "noether/amr/parser/training_sentences.h"

namespace noether::amr {

// Learns from many sentences which concepts occur with which words if their spelling does not show
// it (IBM's first model of translation, by expectation maximisation).
class WordConcepts {
 public:
  struct Example {
    std::vector<std::string> words;     // all words of the sentence
    std::vector<std::string> concepts;  // concepts that are not a form of any word
  };

  void learn(std::span<const Example> examples, unsigned rounds = 10);

  // The share of occurrences of the word that have the concept, from 0 to 1.
  double share(std::string_view word, std::string_view concept_name) const;

 private:
  using Row = std::unordered_map<std::string, double>;
  std::unordered_map<std::string, Row> shares_;  // by word
};

// A node or a constant, with the word that expresses it.
struct Said {
  WordId word;          // kNoWord if no word expresses it
  std::string pattern;  // the concept or constant, with slots for the values from the word
  std::string sense;    // the sense of a frame whose pattern leaves it open
};

struct Alignment {
  Graph graph;                        // the graph of the tree, with roles in their usual case
  std::vector<Said> nodes;            // by node
  std::vector<Said> attributes;       // by edge; relations have no entry
  std::vector<bool> is_continuation;  // by word: whether it belongs to the name or number before it
};

class Aligner {
 public:
  explicit Aligner(const Lexicon& lexicon) : lexicon_(lexicon) {}

  // Learns which concepts occur with which words.
  void learn(std::span<const SentenceGraph> graphs);
  Alignment align(const SentenceGraph& graph) const;

  const WordConcepts& word_concepts() const { return concepts_; }

 private:
  const Lexicon& lexicon_;
  WordConcepts concepts_;
};

// The graph of a tree whose roles may be in lower case, as some parsers write them.
Graph graph_with_usual_roles(const PenmanTree& tree);

// "01" for want-01; empty for a concept that is not a frame.
std::string_view sense_of(std::string_view concept_name);

// The concept with slots for the words from `first` up to, but excluding, `end`; empty if it is not
// a form of them. `sense` receives the sense of a frame.
struct ConceptPattern {
  std::string pattern;
  std::string sense;
};
std::optional<ConceptPattern> concept_pattern(std::string_view concept_name,
                                              const SlotValues& values, const Sentence& sentence);

}  // namespace noether::amr
