// Formulas in their contexts: how much each is like the formula of a query, and what stands around
// it, as far as a profile counts that.
//
// The sentence around a formula counts by vectors, by its meaning graph, and by what the symbols
// are. Both `noether run --task 2` and `noether search --formulas` gather candidates, add this
// evidence, and order them here.
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

// What speaks for a formula at one of its places.
struct FormulaEvidence {
  double formula = 0;   // its score, over the best of all
  double thread = 0;    // the same of its thread
  double sentence = 0;  // a cosine, as those below
  double context = 0;
  double graph = 0;
  double kinds = 0;  // the kinds of both over those of either
};

struct FormulaCandidate {
  index::NamedPlace place;
  FormulaEvidence evidence = {};
};

// Readers of contexts that are given in place of those that would be opened.
struct ContextReaders {
  std::shared_ptr<const PassageEncoder> sentences = nullptr;
  std::shared_ptr<const ContextEncoder> contexts = nullptr;
  std::shared_ptr<const SentenceGraphs> graphs = nullptr;
};

// What all queries share. Any number of scorers may use it at once.
class FormulaContexts {
 public:
  // An error when something has a weight that the index does not have, or of another model. Readers
  // that are not given are opened where they are needed. The index must outlive this.
  static base::Result<FormulaContexts> open(const index::IndexReader& index,
                                            const FormulaContext& weights,
                                            ContextReaders readers = {});
  // Whether anything around formulas counts, threads apart.
  bool counts() const { return readers_.sentences || readers_.contexts || concepts_; }

 private:
  friend class FormulaContextScorer;
  base::Result<void> open_graphs(const FormulaContext& weights,
                                 std::shared_ptr<const SentenceGraphs> given);

  const index::IndexReader* index_ = nullptr;
  ContextReaders readers_;  // those that count
  std::shared_ptr<const ConceptTable> concepts_;
};

// For one query after the other. The contexts must outlive this. Not for two threads.
class FormulaContextScorer {
 public:
  explicit FormulaContextScorer(const FormulaContexts& contexts);

  // Asks with the formula at a place of a document; without one all evidence is 0.
  base::Result<void> ask(const text::Document& query, const std::optional<index::Place>& place);
  // Whether formulas can be found by their contexts alone.
  bool finds_nearest() const { return sentences_ || contexts_; }
  // Formulas of so many of the nearest sentences, then so many of the nearest formulas in their
  // sentences, where these count. One may be there twice.
  base::Result<std::vector<index::NamedPlace>> nearest(std::uint32_t count) const;
  // All but what formulas and threads say themselves.
  base::Result<void> add_evidence(std::span<FormulaCandidate> candidates);

 private:
  const index::IndexReader* index_;
  // Where they count.
  std::optional<SentenceScorer> sentences_;
  std::optional<ContextScorer> contexts_;
  std::optional<GraphScorer> graphs_;
};

// Candidates by their numbers, the best first, by the weights and the fusion of the profile. A
// weighted sum is one of the evidence as it is; other fusions go by ranks. What counts the same
// stays in its order.
std::vector<ScoredUnit> order_by_evidence(std::span<const FormulaCandidate> candidates,
                                          const Profile& profile);

// Formulas for one of a query: those like it, and those in sentences like its own, in the order in
// which a profile counts both.
//
// Whether words stand around the formulas of the query, so that it has sentences to go by.
bool has_sentence(const Query& query);

struct ContextSearchOptions {
  FormulaSearchOptions formulas = {};
  const DocumentSet* within = nullptr;  // formulas count where they stand in these; null: in all
};

// As noether run --task 2 finds them, but each formula once, with the score of its best place; and
// of hits that are the same as the query in the same way, the order is by that. Candidates are
// formulas like that of the query and, with `near`, those of the nearest sentences, unless the mode
// wants them to contain or to equal it. Where formulas do not count in the profile, these alone
// are. A query without a sentence finds formulas alone.
base::Result<std::vector<FormulaHit>> formulas_in_contexts(
    const index::IndexReader& index, FormulaSearcher& searcher, FormulaContextScorer& scorer,
    const Query& query, const FormulaQuery& formula, const Profile& profile,
    const ContextSearchOptions& options);

}  // namespace noether::search
