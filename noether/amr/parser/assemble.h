// The meaning graph that labels of words say.
#pragma once

#include "noether/amr/graph.h"
#include "noether/amr/parser/lexicon.h"
#include "noether/amr/parser/sentence_labels.h"

namespace noether::amr {

// Always a connected graph with at least one node: labels that say nothing give `amr-empty`. Every
// formula of the sentence is in it; one that the labels leave out hangs off the root by `:mod`.
Graph assemble(const Sentence& sentence, const SentenceLabels& labels, const LabelTables& tables,
               const Lexicon& lexicon);

}  // namespace noether::amr
