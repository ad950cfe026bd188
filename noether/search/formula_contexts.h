// Ranks formulas in their contexts: by the similarity of each to the formula of a query, and by the
// text around it, with the weights of a profile.
//
// The sentence around a formula counts by its vector, by its meaning graph, and by the kinds of the
// symbols. Both `noether run --task 2` and `noether search --formulas` gather candidates, add this
// evidence, and order the candidates here.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "noether/base/error.h"
#include "noether/index/index_reader.h"
#include "noether/search/contexts/context_encoder.h"
#include "noether/search/contexts/graph_scorer.h"
#include "noether/search/contexts/sentence_graphs.h"
#include "noether/search/document_set.h"
#include "noether/search/formula/formula_hit.h"
#include "noether/search/formula/formula_searcher.h"
#include "noether/search/fusion/fusion.h"
#include "noether/search/pipeline/profile.h"
#include "noether/search/query/query.h"
#include "noether/search/semantic/sentence_scorer.h"
#include "noether/text/document.h"

namespace noether::search {

// The evidence for a formula at one of its places.
struct FormulaEvidence {
  double formula = 0;   // its score, over the best of all
  double thread = 0;    // the same for its thread
  double sentence = 0;  // a cosine, like those below
  double context = 0;
  double graph = 0;
  double kinds = 0;  // the kinds of both over those of either
};

struct FormulaCandidate {
  index::NamedPlace place;
  FormulaEvidence evidence = {};
};

// Readers of contexts that replace those that would be opened.
struct ContextReaders {
  std::shared_ptr<const PassageEncoder> sentences = nullptr;
  std::shared_ptr<const ContextEncoder> contexts = nullptr;
  std::shared_ptr<const SentenceGraphs> graphs = nullptr;
};

// Data that all queries share. Any number of scorers may use it at once.
class FormulaContexts {
 public:
  // Returns an error if the index lacks data that has a weight, or if its data is of another model.
  // Readers that are not given are opened if they are needed. The index must outlive this object.
  static base::Result<FormulaContexts> open(const index::IndexReader& index,
                                            const FormulaContext& weights,
                                            ContextReaders readers = {});
  // Whether the profile gives a weight to anything around formulas, apart from threads.
  bool counts() const { return readers_.sentences || readers_.contexts || concepts_; }

 private:
  friend class FormulaContextScorer;
  base::Result<void> open_graphs(const FormulaContext& weights,
                                 std::shared_ptr<const SentenceGraphs> given);

  const index::IndexReader* index_ = nullptr;
  ContextReaders readers_;  // only those with a weight
  std::shared_ptr<const ConceptTable> concepts_;
};

// For one query after the other. The contexts must outlive this object. Not thread-safe.
class FormulaContextScorer {
 public:
  explicit FormulaContextScorer(const FormulaContexts& contexts);

  // Sets the formula of the query by its place in a document; without a place all evidence is 0.
  base::Result<void> ask(const text::Document& query, const std::optional<index::Place>& place);
  // Whether formulas can be found by their contexts alone.
  bool finds_nearest() const { return sentences_ || contexts_; }
  // The formulas of the `count` nearest sentences, then the `count` formulas that are nearest in
  // their sentences, if these have a weight. A formula may occur twice.
  base::Result<std::vector<index::NamedPlace>> nearest(std::uint32_t count) const;
  // Adds all evidence except the scores of formulas and threads.
  base::Result<void> add_evidence(std::span<FormulaCandidate> candidates);

 private:
  const index::IndexReader* index_;
  // Each is set if it has a weight.
  std::optional<SentenceScorer> sentences_;
  std::optional<ContextScorer> contexts_;
  std::optional<GraphScorer> graphs_;
};

// Candidates by their numbers, the best first, by the weights and the fusion of the profile. A
// weighted sum uses the values of the evidence; other fusions use ranks. Equal candidates keep
// their order.
std::vector<ScoredUnit> order_by_evidence(std::span<const FormulaCandidate> candidates,
                                          const Profile& profile);

// Searches formulas for one formula of a query: similar formulas, and those in similar sentences,
// in the order that the weights of a profile give.
//
// Whether there are words around the formulas of the query, so that it has sentences.
bool has_sentence(const Query& query);

struct ContextSearchOptions {
  FormulaSearchOptions formulas = {};
  const DocumentSet* within = nullptr;  // only formulas in these documents count; null: in all
};

// Finds formulas like noether run --task 2, but each formula once, with the score of its best
// place; hits that are the same as the query in the same sense are ordered by this score.
// Candidates are formulas like that of the query and, with `near`, those of the nearest sentences,
// unless the mode requires them to contain or to equal the query. If formulas have no weight in the
// profile, only those of the nearest sentences are candidates. A query without a sentence finds
// formulas by their similarity alone.
base::Result<std::vector<FormulaHit>> formulas_in_contexts(
    const index::IndexReader& index, FormulaSearcher& searcher, FormulaContextScorer& scorer,
    const Query& query, const FormulaQuery& formula, const Profile& profile,
    const ContextSearchOptions& options);

}  // namespace noether::search
