// The run of ARQMath's Task 3: one written answer for each topic.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "noether/answer/candidates.h"
#include "noether/base/error.h"
#include "noether/collection/topics.h"
#include "noether/index/index_reader.h"
#include "noether/search/document_table.h"
#include "noether/search/profile/chosen_profile.h"

namespace noether::cli {

// What a run has of one topic.
struct TopicLines {
  std::string lines;
  std::size_t results = 0;
};
// Works on the topic of a number, one after the other; not for two threads.
using TopicWorker = std::function<base::Result<TopicLines>(std::size_t topic)>;
using MakeTopicWorker = std::function<TopicWorker()>;

// What all topics share. Any number of workers may use it at once.
class AnswerRunMaker {
 public:
  // All that is given must outlive this.
  static base::Result<AnswerRunMaker> open(std::shared_ptr<const index::IndexReader> index,
                                           const search::ChosenProfile& chosen,
                                           const std::vector<collection::Topic>& topics,
                                           const std::string& tag);
  TopicWorker make_worker() const;

 private:
  std::shared_ptr<const index::IndexReader> index_;
  const search::ChosenProfile* chosen_ = nullptr;
  const std::vector<collection::Topic>* topics_ = nullptr;
  const std::string* tag_ = nullptr;
  // Workers point at these, so they stay where they are.
  std::unique_ptr<const search::DocumentTable> documents_;
  std::unique_ptr<const answer::CandidateRanking> ranking_;
};

}  // namespace noether::cli
