#include "noether/answer/check/claim_words.h"

#include <algorithm>

#include "noether/text/words.h"

namespace noether::answer {

bool has_word_of(std::string_view text, std::span<const text::FormulaSpan> formulas,
                 std::span<const std::string_view> words) {
  text::WordReader reader;
  reader.start(text, formulas);
  text::Word word;
  while (reader.next(word)) {
    if (std::ranges::find(words, word.text) != words.end()) return true;
  }
  return false;
}

}  // namespace noether::answer
