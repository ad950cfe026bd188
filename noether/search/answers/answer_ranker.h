// Ranks the answers of an index for a whole question, by the signals of a profile.
//   const auto collection = AnswerCollection::read(index, profile.signals, "answer");
//   AnswerRanker ranker(*collection);
//   const auto best = ranker.rank(topic, 1000);
//
// It reads every posting of every term: a question has many terms, most of them of formulas, so
// nearly every document contains at least one.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "noether/base/error.h"
#include "noether/collection/topics.h"
#include "noether/index/analysis/document_analyzer.h"
#include "noether/search/answers/answer_collection.h"
#include "noether/search/fusion/fusion.h"

namespace noether::search {

// The number of first answers that the cross-encoder reads: relevant answers are hardly ever below.
inline constexpr std::size_t kCrossAnswers = 50;

// Turns the scores of a cross-encoder into a signal: their differences to the lowest one. So an
// answer that it did not read, which has 0, never ranks above an answer that it read.
void lift_above_least(std::vector<double>& scores);

// Reuses its working memory from one topic to the next. Not thread-safe.
class AnswerRanker {
 public:
  explicit AnswerRanker(const AnswerCollection& collection);

  // The best `top` candidates.
  base::Result<std::vector<ScoredUnit>> rank(const collection::Topic& topic, std::size_t top);

  // The weighted scores of whole threads, by thread.
  base::Result<std::vector<float>> rank_threads(const collection::Topic& topic);

  // The value of each signal for each candidate, without its weight, by signal, for learning
  // weights. Signals of the cross-encoder are 0: the candidates that it reads depend on the other
  // weights.
  base::Result<std::vector<std::vector<float>>> signals(const collection::Topic& topic);
  // The scores of the cross-encoder for some candidates.
  base::Result<std::vector<double>> cross(const collection::Topic& topic,
                                          std::span<const std::uint32_t> candidates) const;

 private:
  struct Term {
    std::uint64_t key;
    double title;
    double body;
    double tags;
  };
  struct Posting {
    std::uint32_t number;  // of the document, or of the formula
    std::uint32_t weight;
  };

  void read_terms(Signal::Matter matter, const collection::Topic& topic);
  void add_words(const text::Field& field, double Term::* part);
  void add_features(Signal::Matter matter, const text::Field& field, double Term::* part);
  Term& term_of(std::uint64_t key);
  base::Result<void> score_terms(Signal::Matter matter);
  base::Result<void> read_postings(std::uint32_t space, std::uint64_t key);
  void count(std::size_t signal);
  void score(std::size_t signal, const Term& term);
  base::Result<void> score_all(const collection::Topic& topic);
  float value(std::size_t signal, std::uint32_t candidate) const;
  void spread_over_duplicates(std::size_t signal);
  base::Result<void> score_language(const collection::Topic& topic);
  // The sum of all signals with their weights, by candidate.
  std::vector<double> sums() const;
  base::Result<void> score_cross(const collection::Topic& topic);

  const AnswerCollection* collection_;
  index::DocumentAnalyzer analyzer_;
  std::vector<Term> terms_;
  std::unordered_map<std::uint64_t, std::size_t> place_of_term_;
  std::vector<std::vector<Posting>> postings_;  // of the current term, by space
  std::vector<float> frequency_;                // of the current term, by unit; otherwise 0
  std::vector<std::uint32_t> touched_;
  std::vector<std::vector<float>> scores_;  // by signal and unit
};

}  // namespace noether::search
