// Answers that were given lately, by what was asked. Each snapshot has its own, so an answer never
// outlives the commit and the models that it came from.
#pragma once

#include <cstddef>
#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace noether::server {

// Any number of threads may use it at once.
class AnswerCache {
 public:
  static constexpr std::size_t kMostAnswers = 64;

  std::optional<std::string> find(std::string_view asked);
  // The one that was asked for longest ago goes when there are too many.
  void add(std::string asked, std::string answer);

 private:
  std::mutex mutex_;
  std::list<std::pair<std::string, std::string>> answers_;  // the last one that was asked for first
};

}  // namespace noether::server
