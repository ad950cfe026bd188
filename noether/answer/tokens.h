// Tokens of an answer, where no tokenizer of a language model has made them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace noether::answer {

// Words and numbers, commands of LaTeX with their backslash, and every other character but blanks
// for itself: "Let $\sqrt{x2}$" is Let $ \sqrt { x2 } $. Case matters, as for MathBERTa.
std::vector<std::string> answer_tokens(std::string_view text);

}  // namespace noether::answer
