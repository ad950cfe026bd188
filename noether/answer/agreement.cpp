#include "noether/answer/agreement.h"

#include <algorithm>

#include "noether/answer/tokens.h"

namespace noether::answer {

std::vector<std::uint32_t> TokenNumbers::of(std::string_view text) {
  std::vector<std::uint32_t> tokens;
  for (std::string& token : answer_tokens(text)) {
    const auto next = static_cast<std::uint32_t>(numbers_.size());
    tokens.push_back(numbers_.try_emplace(std::move(token), next).first->second);
  }
  return tokens;
}

Agreement::Agreement(const std::vector<std::vector<std::uint32_t>>& others) {
  for (const std::vector<std::uint32_t>& tokens : others) {
    Other& other = others_.emplace_back();
    for (const std::uint32_t token : tokens) ++other.left[token];
    other.size = tokens.size();
  }
}

void Agreement::restart() {
  for (Other& other : others_) {
    for (const std::uint32_t token : used_) {
      const auto left = other.left.find(token);
      if (left != other.left.end()) ++left->second;
    }
    other.common = 0;
  }
  used_.clear();
}

void Agreement::add(const std::vector<std::uint32_t>& tokens) {
  for (Other& other : others_) {
    for (const std::uint32_t token : tokens) {
      const auto left = other.left.find(token);
      if (left != other.left.end() && left->second-- > 0) ++other.common;
    }
  }
  used_.insert(used_.end(), tokens.begin(), tokens.end());
}

double Agreement::value() const {
  double best = 0;
  for (const Other& other : others_) {
    const std::size_t both = used_.size() + other.size;
    if (both == 0) continue;
    best = std::max(best, 2 * static_cast<double>(other.common) / static_cast<double>(both));
  }
  return best;
}

}  // namespace noether::answer
