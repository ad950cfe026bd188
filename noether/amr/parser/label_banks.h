// Converts banks of graphs to labels of words, the training data of a network.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "noether/amr/parser/lexicon.h"
#include "noether/amr/parser/sentence_labels.h"
#include "noether/amr/parser/training_sentences.h"

namespace noether::amr {

struct LabelOptions {
  std::uint32_t least_fragment = 2;  // fragments seen less often are left out of the table
  std::uint32_t least_role = 2;
  // The number of graphs used for training, the first ones; the others are labelled for measuring.
  std::size_t taught = std::numeric_limits<std::size_t>::max();
};

struct LabelledSentence {
  Sentence sentence;
  SentenceLabels labels;
  // For each word, whether its labels must not be trained: the graph contains something about the
  // word that labels cannot express, or the word is a formula that is missing from the graph. Such
  // a word adds nothing to the graph.
  std::vector<bool> is_untold;
};

struct LabelledBanks {
  LabelTables tables;
  std::vector<LabelledSentence> sentences;  // in the order of the graphs
  Lexicon lexicon;                          // with the words and frames that the graphs add
};

// Aligns the graphs and numbers their labels. A fragment that is too rare is replaced by its most
// frequent part in the table.
LabelledBanks label_banks(std::span<const SentenceGraph> graphs, const Lexicon& known,
                          const LabelOptions& options = {});

}  // namespace noether::amr
