// Ranks formulas in their context for the topics of Task 2.
// The score of a formula combines its similarity to the formula of the topic with its context: how
// well its thread agrees with the question, and how near its sentence is to that of the topic, by
// vectors, by meaning graphs, and by the kinds of symbols. Frequent drawings may count slightly
// more. The profile sets how these are joined. If formulas themselves have no weight in a profile,
// the candidates are the formulas of the nearest sentences.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "noether/base/error.h"
#include "noether/collection/topics.h"
#include "noether/evaluation/run.h"
#include "noether/index/index_reader.h"
#include "noether/search/answers/answer_ranker.h"
#include "noether/search/formula/formula_searcher.h"
#include "noether/search/formula_contexts.h"
#include "noether/search/pipeline/profile.h"

namespace noether::evaluation {

enum class FormulaIds : std::uint8_t {
  Formula,  // every place has its own id; of formulas drawn the same, the best few are kept
  Visual,   // formulas drawn the same are one result, by the id that the collection gives it
};
inline constexpr std::size_t kMostPlacesDrawnTheSame = 5;

using search::FormulaCandidate;

// Makes a run of the candidates, the best first, by the weights and the fusion of the profile. Ties
// keep their order.
base::Result<std::vector<RunItem>> order_candidates(const index::IndexReader& index,
                                                    std::vector<FormulaCandidate> candidates,
                                                    const search::Profile& profile, std::size_t top,
                                                    FormulaIds ids);

// The data that all topics share. Several workers may use it at the same time.
class FormulaRanking {
 public:
  // Returns an error if the profile uses something that the index does not have, or that belongs to
  // another model. Readers that are not given are opened if they are needed.
  static base::Result<FormulaRanking> prepare(const index::IndexReader& index,
                                              const search::Profile& profile,
                                              search::ContextReaders readers = {});

  // Whether the collection has an id for any formula. If it has none, a run would be empty.
  base::Result<bool> has_ids(FormulaIds ids) const;

  // Ranks one topic after the other. A worker must not be used by two threads at once.
  class Worker {
   public:
    explicit Worker(const FormulaRanking& ranking);
    // Returns an error if the topic has no formula that can be read.
    base::Result<std::vector<RunItem>> rank(const collection::Topic& topic, std::size_t top,
                                            FormulaIds ids);
    // All candidates for a run of this length, with their scores, by place.
    base::Result<std::vector<FormulaCandidate>> gather(const collection::Topic& topic,
                                                       std::size_t top, FormulaIds ids);

   private:
    using Candidates = std::vector<FormulaCandidate>;
    // Finds the places of the formulas similar to that of the topic, by the formulas alone.
    base::Result<Candidates> find_formulas(const search::FormulaQuery& query, std::uint32_t top);
    // Finds the formulas in the sentences nearest to that of the topic, and those nearest by their
    // contexts.
    base::Result<Candidates> find_near(std::uint32_t count);
    base::Result<void> add_threads(const collection::Topic& topic, Candidates& candidates);

    const FormulaRanking* ranking_;
    search::AnswerRanker answers_;
    search::FormulaSearcher formulas_;
    search::FormulaContextScorer contexts_;
  };

 private:
  const index::IndexReader* index_ = nullptr;
  const search::Profile* profile_ = nullptr;
  std::unique_ptr<search::AnswerCollection> answers_;
  search::FormulaContexts contexts_;
};

}  // namespace noether::evaluation
