// Ranks answers for the topics of Task 1 by the methods of a profile, including those of ARQMath's
// baselines.
//
// The oracle among the baselines returns the answers to questions that are duplicates of the topic.
// Links count in both directions. Answers with more votes come first; answers without votes are in
// the order of their numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "noether/base/error.h"
#include "noether/collection/topics.h"
#include "noether/index/index_reader.h"
#include "noether/search/answers/answer_ranker.h"
#include "noether/search/formula/formula_searcher.h"
#include "noether/search/fusion/fusion.h"
#include "noether/search/pipeline/profile.h"
#include "noether/search/search.h"

namespace noether::evaluation {

class LinkedPosts {
 public:
  // Reads the heads of all documents.
  static base::Result<LinkedPosts> read(const index::IndexReader& index);

  // `post` is the id of the post from which the topic was made.
  std::vector<search::ScoredUnit> answers(const std::string& post, std::size_t top) const;

 private:
  std::unordered_map<std::string, std::vector<std::string>> duplicates_;  // by linked post
  std::unordered_map<std::string, std::vector<search::ScoredUnit>>
      answers_;  // by id of the question
};

// The post from which each topic was made, from ARQMath's table of topic formulas (columns topic_id
// and thread_id).
struct TopicPosts {
  std::unordered_map<std::string, std::string> posts;  // by topic number
  std::uint64_t broken_rows = 0;                       // rows that were skipped
};
base::Result<TopicPosts> read_topic_posts(const std::string& path);

// A formula of the title if there is one, else of the text: the first one among those whose layout
// tree has the most symbols. Empty if there is no formula.
std::string chosen_formula(const collection::Topic& topic);

inline constexpr std::string_view kAnswerKind = "answer";

// The data that all topics share. Several workers may use it at the same time.
class TopicRanking {
 public:
  // `posts` has the post from which each topic was made, for methods that need it. Some methods
  // rank all topics here. All arguments must outlive this object.
  static base::Result<TopicRanking> prepare(
      std::shared_ptr<const index::IndexReader> index, const search::Profile& profile,
      std::span<const collection::Topic> topics,
      const std::unordered_map<std::string, std::string>& posts, std::size_t top);

  // Without answers there is nothing to rank.
  bool has_answers() const { return has_answers_; }

  // The processor time of the methods that ranked all topics in `prepare`.
  double scan_seconds() const { return scan_seconds_; }

  // Ranks one topic after the other. A worker must not be used by two threads at once.
  class Worker {
   public:
    static base::Result<Worker> make(const TopicRanking& ranking);
    // `topic` is a number among the given topics.
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
