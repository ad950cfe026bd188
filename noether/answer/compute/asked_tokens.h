// A question as a sequence of words and formulas, sentence by sentence.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "noether/answer/question.h"

namespace noether::answer {

struct AskedToken {
  enum class Kind : std::uint8_t { Word, Formula };
  Kind kind = Kind::Word;
  std::string text;  // folded, or LaTeX

  bool is_word(std::string_view word) const { return kind == Kind::Word && text == word; }
};
using AskedSentence = std::vector<AskedToken>;

// Empty sentences are left out. A sentence ends at . ? ! ; and at the end of a paragraph, whether
// these follow a formula or are its last character.
std::vector<AskedSentence> asked_sentences(const Question& question);

// A formula without blanks and marks of punctuation at its end.
std::string_view without_punctuation(std::string_view latex);

}  // namespace noether::answer
