// The meaning graph that labels of words say.
#pragma once

#include "noether/amr/graph.h"
#include "noether/amr/parser/lexicon.h"
#include "noether/amr/parser/sentence_labels.h"

namespace noether::amr {

// Always returns a connected graph with at least one node: empty labels give `amr-empty`. It
// contains every formula of the sentence; one that the labels leave out is attached to the root by
// `:mod`.
Graph assemble(const Sentence& sentence, const SentenceLabels& labels, const LabelTables& tables,
               const Lexicon& lexicon);

}  // namespace noether::amr
