// Ranks answers for the topics of Task 1, by the methods of a profile.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "noether/base/error.h"
#include "noether/collection/topics.h"
#include "noether/evaluation/runs/linked_posts.h"
#include "noether/index/index_reader.h"
#include "noether/search/answers/answer_ranker.h"
#include "noether/search/formula/formula_searcher.h"
#include "noether/search/fusion/fusion.h"
#include "noether/search/pipeline/profile.h"
#include "noether/search/search.h"

namespace noether::evaluation {

inline constexpr std::string_view kAnswerKind = "answer";

// The data that all topics share. Any number of workers may use it at the same time.
class TopicRanking {
 public:
  // `posts` says which post a topic was made from, for methods that ask. Some methods rank all
  // topics here. All that is given must outlive this.
  static base::Result<TopicRanking> prepare(
      std::shared_ptr<const index::IndexReader> index, const search::Profile& profile,
      std::span<const collection::Topic> topics,
      const std::unordered_map<std::string, std::string>& posts, std::size_t top);

  // Without answers there is nothing to rank.
  bool has_answers() const { return has_answers_; }

  // Processor time of the methods that ranked all topics in prepare.
  double scan_seconds() const { return scan_seconds_; }

  // Ranks one topic after the other. Not for two threads.
  class Worker {
   public:
    static base::Result<Worker> make(const TopicRanking& ranking);
    // `topic` is the number among those that were given.
    base::Result<std::vector<search::ScoredUnit>> rank(std::size_t topic);

   private:
    base::Result<std::vector<search::ScoredUnit>> rank(std::size_t topic,
                                                       search::TopicMethod method);
    base::Result<std::vector<search::ScoredUnit>> by_search(const collection::Topic& topic);
    base::Result<std::vector<search::ScoredUnit>> by_formula(const collection::Topic& topic);

    const TopicRanking* ranking_ = nullptr;
    std::unique_ptr<search::AnswerRanker> answers_;
    std::unique_ptr<search::FormulaSearcher> formulas_;
    std::optional<search::Searcher> searcher_;
  };

 private:
  bool uses(search::TopicMethod method) const;

  std::shared_ptr<const index::IndexReader> index_;
  const search::Profile* profile_ = nullptr;
  std::span<const collection::Topic> topics_;
  const std::unordered_map<std::string, std::string>* posts_ = nullptr;
  std::size_t top_ = 0;
  std::unique_ptr<search::AnswerCollection> answers_;
  std::vector<bool> is_candidate_;  // by document
  std::vector<std::vector<search::ScoredUnit>> by_latex_;
  std::vector<std::vector<search::ScoredUnit>> by_symbols_;
  bool has_answers_ = false;
  double scan_seconds_ = 0;
  LinkedPosts linked_;
};

}  // namespace noether::evaluation
