// Banks of graphs as labels of words: what a network is trained on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "noether/amr/parser/lexicon.h"
#include "noether/amr/parser/sentence_labels.h"
#include "noether/amr/parser/training_graphs.h"

namespace noether::amr {

struct LabelOptions {
  std::uint32_t least_fragment = 2;  // fragments seen less often are not in the table
  std::uint32_t least_role = 2;
  // Only the first so many graphs teach anything; those behind them are labelled to measure with.
  std::size_t taught = std::numeric_limits<std::size_t>::max();
};

struct LabelledSentence {
  Sentence sentence;
  SentenceLabels labels;
  // By word: the graph says something of it that labels cannot say, or it is a formula that the
  // graph has lost. Such a word adds nothing to the graph, but does not teach to add nothing.
  std::vector<bool> is_untold;
};

struct LabelledBanks {
  LabelTables tables;
  std::vector<LabelledSentence> sentences;  // in the order of the graphs
  Lexicon lexicon;                          // with what the graphs say of words and frames
};

// Aligns the graphs and numbers their labels. Where a word's fragment is too rare, the most
// frequent part of it that is in the table stands for it.
LabelledBanks label_banks(std::span<const SentenceGraph> graphs, const Lexicon& known,
                          const LabelOptions& options = {});

}  // namespace noether::amr
