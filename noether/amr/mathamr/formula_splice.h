// Makes MathAMR as Noether defines it: the graph of a sentence together with the meaning of its
// formulas.
//   "Let eqx1eqx be prime; then eqx2eqx."
//   (p / prime :domain (f / formula :opt (p2 / p)) ...
//      (f2 / formula :queried + :opt (e / eq :op (p3 / plus :op p2 ...
//
// Each formula has a node `formula`: its meaning is below `:opt`, marks of its layout below
// `:layout`. All occurrences of a name are one node, in formulas and in the words between them, and
// so are formulas that are drawn the same. No formula is lost: one that is missing from the graph
// is attached to its root.
//
// MathAMR of a whole document joins its sentences in one graph, in which all occurrences of a
// formula are one node. The statements of all sentences about a formula are therefore attached to
// the same node.
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
  std::string id;                             // the id between `eqx` and `eqx` in the graph
  const formula::Formula* formula = nullptr;  // missing if the formula could not be read
  bool is_queried = false;
};

struct SpliceOptions {
  bool layout = true;  // adds the marks of layout trees to the operator trees
};

struct SplicedFormula {
  NodeId node = kNoNode;  // shared by formulas that are drawn the same
  // For each node of its operator tree, the node of the graph; kNoNode for numbers. Empty for a
  // formula that is drawn like an earlier one, or that was not given.
  std::vector<NodeId> parts = {};
};

struct SplicedGraph {
  Graph graph;
  std::vector<SplicedFormula> formulas;  // in the order in which they were given
};

// Formulas in `sentence` are concepts or values `eqx12eqx`, with or without quotes.
SplicedGraph splice(const Graph& sentence, std::span<const SentenceFormula> formulas,
                    const SpliceOptions& options = {});
Graph splice_formulas(const Graph& sentence, std::span<const SentenceFormula> formulas,
                      const SpliceOptions& options = {});

// The id in `eqx12eqx`, with or without quotes, or in a form that a parser damaged: `eqx12eq`,
// `eqx12e`, `eqx12`, `12eqx`. Returns nothing for other texts.
std::optional<std::string> formula_id_of(std::string_view text);
// The ids of all `eqx12eqx` in a text, in its order.
std::vector<std::string> formula_ids_in(std::string_view text);

struct DocumentSentence {
  Graph graph;
  std::vector<SentenceFormula> formulas;  // with the ids that they have in this graph
};

// Formulas are given in the order of the sentences. As in one sentence, formulas that are drawn the
// same become one node, and so do equal names.
SplicedGraph splice_document(std::span<const DocumentSentence> sentences,
                             const SpliceOptions& options = {});

}  // namespace noether::amr
