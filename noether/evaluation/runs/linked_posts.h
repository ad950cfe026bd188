// The oracle among ARQMath's baselines: answers to questions that are duplicates of the topic.
// Links count in both directions. Answers with more votes come first, those without any by their
// number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "noether/base/error.h"
#include "noether/index/index_reader.h"
#include "noether/search/fusion/fusion.h"

namespace noether::evaluation {

class LinkedPosts {
 public:
  // Reads the heads of all documents.
  static base::Result<LinkedPosts> read(const index::IndexReader& index);

  // `post` is the id of the post that the topic was made from.
  std::vector<search::ScoredUnit> answers(const std::string& post, std::size_t top) const;

 private:
  std::unordered_map<std::string, std::vector<std::string>> duplicates_;  // by id of the other post
  std::unordered_map<std::string, std::vector<search::ScoredUnit>>
      answers_;  // by id of the question
};

// The post from which each topic was made, from ARQMath's table of topic formulas (columns topic_id
// and thread_id).
struct TopicPosts {
  std::unordered_map<std::string, std::string> posts;  // by number of the topic
  std::uint64_t broken_rows = 0;                       // left out
};
base::Result<TopicPosts> read_topic_posts(const std::string& path);

}  // namespace noether::evaluation
