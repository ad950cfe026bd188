// Ranks formulas in their context for the topics of Task 2.
//
// A formula is scored by how much it is like the one asked for and, as far as the profile says, by
// what stands around it: by its thread, how well that agrees with the question around the formula;
// and by its sentence, how near that is to the one around the formula of the topic. The first two
// lie between 0 and 1, by the best of the topic; the third is a cosine. What is drawn often may
// count a little more. A profile to which formulas themselves do not count takes the formulas of
// the nearest sentences.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "noether/base/error.h"
#include "noether/collection/topics.h"
#include "noether/evaluation/runs/run_file.h"
#include "noether/index/index_reader.h"
#include "noether/search/candidates/answers/answer_ranker.h"
#include "noether/search/candidates/formula/formula_searcher.h"
#include "noether/search/profile/profile.h"
#include "noether/search/semantic/sentence_scorer.h"

namespace noether::evaluation {

enum class FormulaIds : std::uint8_t {
  Formula,  // every place has an id of its own; of what is drawn the same, the best few are kept
  Visual,   // what is drawn the same is one, by the id that the collection gives it
};
inline constexpr std::size_t kMostPlacesDrawnTheSame = 5;

// What all topics share. Any number of workers may use it at once.
class FormulaRanking {
 public:
  // An error when sentences count and the index has none of the encoder in use. `encoder` may be
  // null: then it is opened where it is needed.
  static base::Result<FormulaRanking> prepare(
      const index::IndexReader& index, const search::Profile& profile,
      std::shared_ptr<const search::PassageEncoder> encoder = nullptr);

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
    struct Candidate {
      index::NamedPlace place;
      double score = 0;
    };
    // The places of the formulas like that of the topic, by the formulas alone.
    base::Result<std::vector<Candidate>> find_formulas(const search::FormulaQuery& query,
                                                       std::uint32_t top);
    // Those in the sentences nearest to that of the topic, without scores.
    base::Result<std::vector<Candidate>> find_sentences(std::uint32_t top);
    base::Result<void> add_threads(const collection::Topic& topic,
                                   std::vector<Candidate>& candidates);
    base::Result<void> add_sentences(std::vector<Candidate>& candidates);
    void add_places(std::vector<Candidate>& candidates) const;

    const FormulaRanking* ranking_;
    search::AnswerRanker answers_;
    search::FormulaSearcher formulas_;
    std::optional<search::SentenceScorer> sentences_;  // where they count
  };

 private:
  const index::IndexReader* index_ = nullptr;
  const search::Profile* profile_ = nullptr;
  std::unique_ptr<search::AnswerCollection> answers_;
  std::shared_ptr<const search::PassageEncoder> encoder_;  // where sentences count
};

}  // namespace noether::evaluation
