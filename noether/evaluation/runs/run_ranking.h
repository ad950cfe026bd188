// Makes runs: answers (Task 1) or formulas (Task 2), ranked for each topic by a profile.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "noether/base/error.h"
#include "noether/collection/topics.h"
#include "noether/evaluation/run.h"
#include "noether/evaluation/runs/formula_ranking.h"
#include "noether/evaluation/runs/topic_ranking.h"
#include "noether/index/index_reader.h"
#include "noether/search/pipeline/profile.h"

namespace noether::evaluation {

struct RunRequest {
  int task = 1;
  std::size_t top = 1000;
  FormulaIds ids = FormulaIds::Formula;  // for Task 2
};

// Whether the profile needs to know the post from which a topic was made.
bool needs_posts(const search::Profile& profile);

// The data that all topics share. Several workers may use it at the same time.
class RunRanking {
 public:
  // Some profiles rank all topics here. All arguments must outlive this object.
  static base::Result<RunRanking> prepare(std::shared_ptr<const index::IndexReader> index,
                                          const search::Profile& profile,
                                          std::span<const collection::Topic> topics,
                                          const std::unordered_map<std::string, std::string>& posts,
                                          const RunRequest& request);

  // Returns an error if the index has no ids for a run.
  base::Result<void> check() const;

  // The processor time of the work for all topics together.
  double shared_seconds() const { return answers_ ? answers_->scan_seconds() : 0; }
  std::span<const collection::Topic> topics() const { return topics_; }

  // Ranks the topic with this number. A worker must not be used by two threads at once. A topic
  // without a readable formula is an error in Task 2.
  using Worker = std::function<base::Result<std::vector<RunItem>>(std::size_t topic)>;
  Worker make_worker() const;

 private:
  std::shared_ptr<const index::IndexReader> index_;
  std::span<const collection::Topic> topics_;
  RunRequest request_;
  // Only one of the two is set. Workers point to it, so its address must not change.
  std::unique_ptr<TopicRanking> answers_;
  std::unique_ptr<FormulaRanking> formulas_;
};

}  // namespace noether::evaluation
