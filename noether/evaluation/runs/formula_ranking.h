// Ranks formulas in their context for the topics of Task 2.
//
// A formula is scored by how much it is like the one asked for and, as far as the profile says, by
// the thread it stands in: how well that agrees with the question around the formula. Both lie
// between 0 and 1, by the best of the topic. What is drawn often may count a little more.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "noether/base/error.h"
#include "noether/collection/topics.h"
#include "noether/evaluation/runs/run_file.h"
#include "noether/index/index_reader.h"
#include "noether/search/candidates/answers/answer_ranker.h"
#include "noether/search/candidates/formula/formula_searcher.h"
#include "noether/search/profile/profile.h"

namespace noether::evaluation {

enum class FormulaIds : std::uint8_t {
  Formula,  // every place has an id of its own; of what is drawn the same, the best few are kept
  Visual,   // what is drawn the same is one, by the id that the collection gives it
};
inline constexpr std::size_t kMostPlacesDrawnTheSame = 5;

// What all topics share. Any number of workers may use it at once.
class FormulaRanking {
 public:
  static base::Result<FormulaRanking> prepare(const index::IndexReader& index,
                                              const search::Profile& profile);

  // Whether the collection has a name for any formula: without, there is nothing to write in a run.
  base::Result<bool> has_ids(FormulaIds ids) const;

  // Ranks one topic after the other. Not for two threads.
  class Worker {
   public:
    explicit Worker(const FormulaRanking& ranking);
    // An error when the topic has no formula that can be read.
    base::Result<std::vector<RunItem>> rank(const collection::Topic& topic, std::size_t top,
                                            FormulaIds ids);

   private:
    base::Result<std::vector<float>> context_of(const collection::Topic& topic);

    const FormulaRanking* ranking_;
    search::AnswerRanker answers_;
    search::FormulaSearcher formulas_;
  };

 private:
  const index::IndexReader* index_ = nullptr;
  const search::Profile* profile_ = nullptr;
  std::unique_ptr<search::AnswerCollection> answers_;
};

}  // namespace noether::evaluation
