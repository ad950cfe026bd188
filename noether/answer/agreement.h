// Tokens of an answer, where no tokenizer of a language model has made them, and how much a stretch
// agrees by them with other documents that may answer the same question.
// A statement of several candidates is more probably the answer than a statement of only one. A
// stretch agrees with a document by the F1 of their common tokens, and with all documents by the
// maximum.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace noether::answer {

// Words and numbers, commands of LaTeX with their backslash, and every other character but blanks
// for itself: "Let $\sqrt{x2}$" is Let $ \sqrt { x2 } $. Case matters, as for MathBERTa.
std::vector<std::string> answer_tokens(std::string_view text);

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
  // The agreement of the stretch so far, from 0 to 1.
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
