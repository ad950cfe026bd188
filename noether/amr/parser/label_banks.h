// Banks of graphs as labels of words, the training data of a network.
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
  std::uint32_t least_fragment = 2;  // fragments seen less often are not in the table
  std::uint32_t least_role = 2;
  // Only this many first graphs are used for training; the others are labelled for measuring.
  std::size_t taught = std::numeric_limits<std::size_t>::max();
};

struct LabelledSentence {
  Sentence sentence;
  SentenceLabels labels;
  // For each word: whether the graph says something about it that labels cannot express, or it is a
  // formula that is missing from the graph. Such a word adds nothing to the graph, but is not used
  // to train that.
  std::vector<bool> is_untold;
};

struct LabelledBanks {
  LabelTables tables;
  std::vector<LabelledSentence> sentences;  // in the order of the graphs
  Lexicon lexicon;                          // with what the graphs say of words and frames
};

// Aligns the graphs and numbers their labels. If a word's fragment is too rare, it is replaced by
// its most frequent part in the table.
LabelledBanks label_banks(std::span<const SentenceGraph> graphs, const Lexicon& known,
                          const LabelOptions& options = {});

}  // namespace noether::amr
