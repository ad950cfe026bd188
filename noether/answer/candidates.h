// Finds the documents that may answer a question, the most promising first. Also bundles an index
// with everything that answering from it needs: the profile that ranks, the table of its documents,
// and the ranking of candidates.
//
// Answers of a Q&A archive are all ranked, by the signals of the profile, as `noether run` ranks
// them. In a larger archive, and among documents of other kinds, the search finds the candidates.
// If an index has both, the two rankings are fused by rank. A question is never a candidate.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/answer/question.h"
#include "noether/base/error.h"
#include "noether/index/index_reader.h"
#include "noether/search/answers/answer_collection.h"
#include "noether/search/document_table.h"
#include "noether/search/is_over.h"
#include "noether/search/pipeline/chosen_profile.h"
#include "noether/search/pipeline/profile.h"
#include "noether/search/search.h"

namespace noether::answer {

inline constexpr std::string_view kAnswerKind = "answer";
inline constexpr std::string_view kQuestionKind = "question";

// Up to this number, all answers are ranked. Ranking takes about 70 microseconds per answer for a
// long question.
inline constexpr std::uint32_t kMostRankedAnswers = 10'000;

struct Candidate {
  std::uint32_t document = 0;
  std::optional<std::uint32_t> question = std::nullopt;  // the question that it answers
  double score = 0;
  // The difference between its score and the mean of all answers, in standard deviations; empty if
  // not all answers were ranked.
  std::optional<double> standing = std::nullopt;
};

// The distribution of scores, which shows how far a score stands out.
struct ScoreSpread {
  double mean = 0;
  double deviation = 0;

  static ScoreSpread of(std::span<const search::ScoredUnit> all);
  double standing(double score) const;  // 0 where all scores are the same
};

// The data that all questions to one commit of an index share. Several threads may use it at once.
class CandidateRanking {
 public:
  // All arguments must outlive this object.
  static base::Result<CandidateRanking> open(const index::IndexReader& index,
                                             const search::DocumentTable& documents,
                                             const search::Profile& profile);

  // The searcher must belong to the same index and the same profile.
  base::Result<std::vector<Candidate>> rank(const Question& question, search::Searcher& searcher,
                                            std::uint32_t top,
                                            const search::IsOver& is_over = {}) const;

 private:
  bool is_question(std::uint32_t document) const;
  base::Result<std::vector<search::ScoredUnit>> by_search(const Question& question,
                                                          search::Searcher& searcher,
                                                          std::uint32_t top,
                                                          const search::IsOver& is_over) const;

  const search::DocumentTable* documents_ = nullptr;
  std::unique_ptr<const search::AnswerCollection> answers_;  // null if the search is used
  bool has_others_ = false;  // documents that are neither questions nor in answers_
};

// An index with everything that answering from it needs. Several threads may use one object; each
// needs its own searcher.
class AnsweringIndex {
 public:
  // `profile` is a name or a file, as choose_profile takes it.
  static base::Result<std::unique_ptr<const AnsweringIndex>> open(
      const std::string& folder, const std::string& profile = std::string(search::kDefaultProfile));
  static base::Result<std::unique_ptr<const AnsweringIndex>> open(
      std::shared_ptr<const index::IndexReader> index, search::ChosenProfile chosen);
  // Not copied, because the ranking refers to other members.
  AnsweringIndex(const AnsweringIndex&) = delete;
  AnsweringIndex& operator=(const AnsweringIndex&) = delete;

  const index::IndexReader& index() const { return *index_; }
  const search::ChosenProfile& chosen() const { return chosen_; }
  const search::DocumentTable& documents() const { return *documents_; }
  const CandidateRanking& ranking() const { return *ranking_; }
  // Null where the index has no passages.
  const search::PassageEncoder* texts() const { return chosen_.encoder.get(); }

  // Each thread needs a searcher of its own.
  base::Result<search::Searcher> new_searcher() const;

 private:
  AnsweringIndex(std::shared_ptr<const index::IndexReader> index, search::ChosenProfile chosen);

  std::shared_ptr<const index::IndexReader> index_;
  search::ChosenProfile chosen_;
  std::optional<search::DocumentTable> documents_;
  std::optional<CandidateRanking> ranking_;
};

}  // namespace noether::answer
