// Splits an answer into tokens where no tokenizer of a language model has done so, and measures how
// much a stretch agrees, by these tokens, with other documents that may answer the same question.
// A statement that several candidates make is more probably the answer than a statement that only
// one makes. The agreement of a stretch with a document is the F1 of their common tokens; its
// agreement with all documents is the maximum.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace noether::answer {

// The tokens of a text. Words, numbers and LaTeX commands with their backslash are single tokens,
// and so is every other character except blanks: "Let $\sqrt{x2}$" becomes Let $ \sqrt { x2 } $.
// Case matters, as for MathBERTa.
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
  // `others` contains the other documents, each as its tokens.
  explicit Agreement(const std::vector<std::vector<std::uint32_t>>& others);

  // Begins an empty stretch, and adds the tokens of its next sentence.
  void restart();
  void add(const std::vector<std::uint32_t>& tokens);
  // The agreement of the stretch so far, from 0 to 1.
  double value() const;

 private:
  struct Other {
    std::unordered_map<std::uint32_t, std::int32_t> left;  // tokens that are still unused
    std::size_t size = 0;
    std::size_t common = 0;
  };
  std::vector<Other> others_;
  std::vector<std::uint32_t> used_;  // tokens that the stretch has used
};

}  // namespace noether::answer
