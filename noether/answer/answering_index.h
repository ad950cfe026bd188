// An index with all that answering questions from it needs: the profile that ranks, the table of
// its documents, and the ranking of candidates.
//
// Any number of threads may use one; each has its own searcher.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "noether/answer/candidates.h"
#include "noether/base/error.h"
#include "noether/index/index_reader.h"
#include "noether/search/document_table.h"
#include "noether/search/pipeline/chosen_profile.h"
#include "noether/search/search.h"

namespace noether::answer {

class AnsweringIndex {
 public:
  // `profile` is a name or a file, as choose_profile takes it.
  static base::Result<std::unique_ptr<const AnsweringIndex>> open(
      const std::string& folder, const std::string& profile = std::string(search::kDefaultProfile));
  static base::Result<std::unique_ptr<const AnsweringIndex>> open(
      std::shared_ptr<const index::IndexReader> index, search::ChosenProfile chosen);
  // The ranking refers to its neighbours.
  AnsweringIndex(const AnsweringIndex&) = delete;
  AnsweringIndex& operator=(const AnsweringIndex&) = delete;

  const index::IndexReader& index() const { return *index_; }
  const search::ChosenProfile& chosen() const { return chosen_; }
  const search::DocumentTable& documents() const { return *documents_; }
  const CandidateRanking& ranking() const { return *ranking_; }
  // Null where the index has no passages.
  const search::PassageEncoder* texts() const { return chosen_.encoder.get(); }

  // One for each thread.
  base::Result<search::Searcher> new_searcher() const;

 private:
  AnsweringIndex(std::shared_ptr<const index::IndexReader> index, search::ChosenProfile chosen);

  std::shared_ptr<const index::IndexReader> index_;
  search::ChosenProfile chosen_;
  std::optional<search::DocumentTable> documents_;
  std::optional<CandidateRanking> ranking_;
};

}  // namespace noether::answer
