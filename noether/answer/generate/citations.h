// Citations in a sentence that a model wrote: [1], [2, 3] and [1][2].
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/text/document.h"

namespace noether::answer {

// A bracket with numbers.
struct CitationMark {
  std::vector<std::size_t> numbers;  // as they are written
  std::size_t end = 0;               // behind the bracket
};
// The mark that begins at a byte of a text, when one does.
std::optional<CitationMark> citation_mark_at(std::string_view text, std::size_t at);
// Whether a mark begins there whose end is not written yet.
bool is_open_mark_at(std::string_view text, std::size_t at);

struct CitedSentence {
  // The text without marks at its end; marks within it have the new numbers. Unknown numbers stay.
  text::Field text;
  std::vector<std::size_t> cited;  // passages from 0, each once, in the order of the sentence
  struct Missing {
    std::size_t number = 0;
    base::Span span;  // of `text`
  };
  std::vector<Missing> missing;
};
// Numbers from 1 to `passages` are valid; `number_of` gives the new number of a passage.
CitedSentence read_citations(const text::Field& sentence, std::size_t passages,
                             const std::function<std::size_t(std::size_t passage)>& number_of);

}  // namespace noether::answer
