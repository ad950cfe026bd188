// Recent answers, by question. Each snapshot has its own cache, so an answer never outlives the
// commit and the models from which it came.
#pragma once

#include <cstddef>
#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace noether::server {

// Any number of threads may use it at the same time.
class AnswerCache {
 public:
  static constexpr std::size_t kMostAnswers = 64;

  std::optional<std::string> find(std::string_view asked);
  // If there are too many, the least recently used answer is removed.
  void add(std::string asked, std::string answer);

 private:
  std::mutex mutex_;
  std::list<std::pair<std::string, std::string>> answers_;  // the last one that was asked for first
};

}  // namespace noether::server
