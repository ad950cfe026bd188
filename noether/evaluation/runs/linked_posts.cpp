#include "noether/evaluation/runs/linked_posts.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "noether/collection/problem_list.h"
#include "noether/collection/tsv_reader.h"

namespace noether::evaluation {
namespace {

double votes_of(const text::Document& document) {
  for (const auto& [name, value] : document.properties) {
    if (name != "score") continue;
    double votes = 0;
    std::from_chars(value.data(), value.data() + value.size(), votes);
    return votes;
  }
  return 0;
}

}  // namespace

base::Result<LinkedPosts> LinkedPosts::read(const index::IndexReader& index) {
  LinkedPosts posts;
  for (std::uint32_t d = 0; d < index.documents(); ++d) {
    if (index.is_deleted(d)) continue;
    const auto head = index.document_head(d);
    if (!head) return std::unexpected(head.error());
    if (!head->parent.empty()) {
      posts.answers_[head->parent].push_back({d, votes_of(*head)});
      continue;
    }
    for (const auto& [name, value] : head->properties) {
      if (name != "duplicate-of" && name != "duplicated-by") continue;
      posts.duplicates_[value].push_back(head->id);
      posts.duplicates_[head->id].push_back(value);
    }
  }
  for (auto& [post, others] : posts.duplicates_) {
    std::ranges::sort(others);
    const auto rest = std::ranges::unique(others);
    others.erase(rest.begin(), rest.end());
  }
  return posts;
}

std::vector<search::ScoredUnit> LinkedPosts::answers(const std::string& post,
                                                     std::size_t top) const {
  std::vector<search::ScoredUnit> found;
  const auto duplicates = duplicates_.find(post);
  if (duplicates == duplicates_.end()) return found;
  for (const std::string& question : duplicates->second) {
    const auto answers = answers_.find(question);
    if (answers == answers_.end()) continue;
    found.insert(found.end(), answers->second.begin(), answers->second.end());
  }
  sort_by_score(found, top);
  return found;
}

base::Result<TopicPosts> read_topic_posts(const std::string& path) {
  collection::ProblemList problems;
  auto reader = collection::TsvReader::open(path, problems);
  if (!reader) return std::unexpected(std::move(reader.error()));
  TopicPosts read;
  collection::TsvRecord record;
  auto more = reader->next(record);
  if (!more) return std::unexpected(std::move(more.error()));
  const std::size_t topic = collection::find_column(record, "topic_id");
  const std::size_t post = collection::find_column(record, "thread_id");
  if (!*more || std::max(topic, post) >= record.values.size()) {
    return base::fail(fmt::format("{} has no columns topic_id and thread_id", path), {},
                      "the table of topic formulas that ARQMath gives out has them");
  }
  while (true) {
    more = reader->next(record);
    if (!more) return std::unexpected(std::move(more.error()));
    if (!*more) break;
    if (std::max(topic, post) < record.values.size()) {
      read.posts.try_emplace(record.values[topic], record.values[post]);
    } else {
      ++read.broken_rows;
    }
  }
  read.broken_rows += problems.count(collection::Problem::Severity::Skipped);
  return read;
}

}  // namespace noether::evaluation
