#include "noether/server/answer_cache.h"

#include <algorithm>

namespace noether::server {

std::optional<std::string> AnswerCache::find(std::string_view asked) {
  const std::scoped_lock lock(mutex_);
  const auto found = std::ranges::find(
      answers_, asked, [](const auto& one) -> std::string_view { return one.first; });
  if (found == answers_.end()) return std::nullopt;
  answers_.splice(answers_.begin(), answers_, found);
  return found->second;
}

void AnswerCache::add(std::string asked, std::string answer) {
  const std::scoped_lock lock(mutex_);
  std::erase_if(answers_, [&](const auto& one) { return one.first == asked; });
  answers_.emplace_front(std::move(asked), std::move(answer));
  if (answers_.size() > kMostAnswers) answers_.pop_back();
}

}  // namespace noether::server
