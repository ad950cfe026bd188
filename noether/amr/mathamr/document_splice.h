// MathAMR of a whole document: its sentences as one graph, in which a formula is one node wherever
// it occurs. So the statements of all sentences about a formula are attached to the same node.
//   "Let $f(x)=x^2$ be given. Then $f(x)=x^2$ is convex."
//   (m / multi-sentence :snt1 (g / give-01 :ARG1 (f / formula …)) :snt2 (c / convex :domain f))
#pragma once

#include <span>
#include <vector>

#include "noether/amr/mathamr/formula_splice.h"

namespace noether::amr {

struct DocumentSentence {
  Graph graph;
  std::vector<SentenceFormula> formulas;  // by the ids that they have in this graph
};

// Formulas are given in the order of the sentences. Formulas that are drawn the same are one node,
// and so are names, as in one sentence (formula_splice.h).
SplicedGraph splice_document(std::span<const DocumentSentence> sentences,
                             const SpliceOptions& options = {});

}  // namespace noether::amr
