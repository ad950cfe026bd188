// How much a stretch has in common with other documents that may answer the same question.
//
// What several candidates say is more probably the answer than what one of them says alone. A
// stretch agrees with a document by the F1 of the tokens that both have, and with all of them by
// the one it agrees with most.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace noether::answer {

// Tokens as numbers, the same for all texts of one question.
class TokenNumbers {
 public:
  std::vector<std::uint32_t> of(std::string_view text);

 private:
  std::unordered_map<std::string, std::uint32_t> numbers_;
};

class Agreement {
 public:
  // Each of the others as its tokens.
  explicit Agreement(const std::vector<std::vector<std::uint32_t>>& others);

  // Begins an empty stretch, and adds the tokens of its next sentence.
  void restart();
  void add(const std::vector<std::uint32_t>& tokens);
  // Of the stretch so far, from 0 to 1.
  double value() const;

 private:
  struct Other {
    std::unordered_map<std::uint32_t, std::int32_t> left;  // tokens that the stretch has not used
    std::size_t size = 0;
    std::size_t common = 0;
  };
  std::vector<Other> others_;
  std::vector<std::uint32_t> used_;  // by the stretch
};

}  // namespace noether::answer
