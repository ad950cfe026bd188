#include "noether/evaluation/answers/lexical_overlap.h"

#include <cstddef>
#include <string_view>
#include <unordered_map>

namespace noether::evaluation {

double token_f1(std::span<const std::string> answer, std::span<const std::string> reference) {
  if (answer.empty() || reference.empty()) return answer.empty() && reference.empty() ? 1 : 0;
  std::unordered_map<std::string_view, std::size_t> left;
  for (const std::string& token : reference) ++left[token];
  std::size_t common = 0;
  for (const std::string& token : answer) {
    const auto found = left.find(token);
    if (found == left.end() || found->second == 0) continue;
    --found->second;
    ++common;
  }
  // 2PR / (P + R), with P = common / answer and R = common / reference.
  return 2 * static_cast<double>(common) / static_cast<double>(answer.size() + reference.size());
}

}  // namespace noether::evaluation
