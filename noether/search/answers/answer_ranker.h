// Ranks the answers of an index for a whole question, by the signals of a profile.
//
//   const auto collection = AnswerCollection::read(index, profile.signals, "answer");
//   AnswerRanker ranker(*collection);
//   const auto best = ranker.rank(topic, 1000);
//
// Every posting of every term is read: a question has so many terms, most of them of formulas, that
// few documents have none of them.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/collection/topics.h"
#include "noether/index/analysis/document_analyzer.h"
#include "noether/index/index_reader.h"
#include "noether/search/answers/signals.h"
#include "noether/search/answers/threads.h"
#include "noether/search/fusion/fusion.h"

namespace noether::search {

// What all topics share: units of the signals with their lengths. Any number of threads may read.
class AnswerCollection {
 public:
  // Documents of `kind` are ranked. The index must outlive this.
  static base::Result<AnswerCollection> read(const index::IndexReader& index,
                                             std::vector<Signal> signals, std::string_view kind);

  const index::IndexReader& index() const { return *index_; }
  const std::vector<Signal>& signals() const { return signals_; }
  const Threads& threads() const { return threads_; }
  std::span<const std::uint32_t> candidates() const { return candidates_; }

  // The units of a signal of terms.
  struct Units {
    std::vector<std::uint32_t> unit_of;  // by document; Threads::kNone when it is in none
    std::vector<float> norm;             // k1·(1 − b + b·length/average) by unit
  };
  const Units& units(std::size_t signal) const { return units_[signal]; }

 private:
  base::Result<Units> make_units(const Signal& signal) const;

  const index::IndexReader* index_ = nullptr;
  std::vector<Signal> signals_;
  Threads threads_;
  std::vector<std::uint32_t> candidates_;
  std::vector<Units> units_;  // by signal
};

// Keeps its working memory from one topic to the next. Not for two threads.
class AnswerRanker {
 public:
  explicit AnswerRanker(const AnswerCollection& collection);

  // The best `top` candidates.
  base::Result<std::vector<ScoredUnit>> rank(const collection::Topic& topic, std::size_t top);

  // What each signal says of each candidate, without its weight, by signal: for learning weights.
  base::Result<std::vector<std::vector<float>>> signals(const collection::Topic& topic);

 private:
  struct Term {
    std::uint64_t key;
    double title;
    double body;
    double tags;
  };
  struct Posting {
    std::uint32_t document;
    std::uint32_t weight;
  };

  void read_words(const collection::Topic& topic);
  void read_tuples(const collection::Topic& topic);
  base::Result<void> score_terms(Signal::Matter matter);
  base::Result<void> read_postings(std::uint32_t space, std::uint64_t key);
  void score(std::size_t signal, const Term& term);
  base::Result<void> score_all(const collection::Topic& topic);
  float value(std::size_t signal, std::uint32_t candidate) const;
  void spread_over_duplicates(std::size_t signal);

  const AnswerCollection* collection_;
  index::DocumentAnalyzer analyzer_;
  std::vector<Term> terms_;
  std::vector<std::vector<Posting>> postings_;  // of the term at hand, by space
  std::vector<float> frequency_;                // of the term at hand, by unit; else 0
  std::vector<std::uint32_t> touched_;
  std::vector<std::vector<float>> scores_;  // by signal and unit
};

}  // namespace noether::search
