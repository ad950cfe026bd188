// MathAMR as Noether defines it: the graph of a sentence together with the meaning of its formulas.
//   "Let eqx1eqx be prime; then eqx2eqx."
//   (p / prime :domain (f / formula :opt (p2 / p)) ...
//      (f2 / formula :queried + :opt (e / eq :op (p3 / plus :op p2 ...
//
// Each formula has a node `formula`: its meaning is below `:opt`, marks of its layout below
// `:layout`. A name is one node wherever it occurs, in formulas and in the words between them, and
// formulas that are drawn the same are one node. No formula is lost: one that is missing from the
// graph is attached to its root.
//
// MathAMR of a whole document: its sentences as one graph, in which a formula is one node wherever
// it occurs. So the statements of all sentences about a formula are attached to the same node.
//   "Let $f(x)=x^2$ be given. Then $f(x)=x^2$ is convex."
//   (m / multi-sentence :snt1 (g / give-01 :ARG1 (f / formula …)) :snt2 (c / convex :domain f))
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/amr/graph.h"
#include "noether/formula/formula.h"

namespace noether::amr {

struct SentenceFormula {
  std::string id;                             // that stands in the graph between `eqx` and `eqx`
  const formula::Formula* formula = nullptr;  // missing when it could not be read
  bool is_queried = false;
};

struct SpliceOptions {
  bool layout = true;  // marks of layout trees beside operator trees
};

struct SplicedFormula {
  NodeId node = kNoNode;  // shared by formulas that are drawn the same
  // For each node of its operator tree, the node of the graph, kNoNode for numbers. Empty for a
  // formula that is drawn like an earlier one, or was not given.
  std::vector<NodeId> parts = {};
};

struct SplicedGraph {
  Graph graph;
  std::vector<SplicedFormula> formulas;  // as they were given
};

// Formulas in `sentence` are concepts or values `eqx12eqx`, quoted or not.
SplicedGraph splice(const Graph& sentence, std::span<const SentenceFormula> formulas,
                    const SpliceOptions& options = {});
Graph splice_formulas(const Graph& sentence, std::span<const SentenceFormula> formulas,
                      const SpliceOptions& options = {});

// The id in `eqx12eqx`, with or without quotes, or in a form that a parser damaged: `eqx12eq`,
// `eqx12e`, `eqx12`, `12eqx`. Empty for other texts.
std::optional<std::string> formula_id_of(std::string_view text);
// The ids of all `eqx12eqx` in a text, in its order.
std::vector<std::string> formula_ids_in(std::string_view text);

struct DocumentSentence {
  Graph graph;
  std::vector<SentenceFormula> formulas;  // by the ids that they have in this graph
};

// Formulas are given in the order of the sentences. Formulas that are drawn the same are one node,
// and so are names, as in one sentence (formula_splice.h).
SplicedGraph splice_document(std::span<const DocumentSentence> sentences,
                             const SpliceOptions& options = {});

}  // namespace noether::amr
