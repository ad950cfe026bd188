// The parts of a document that language models read: its title, and the fields with its own text;
// and the beginning of a text, up to the last token that is read.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/text/document.h"

namespace noether::embedding {

inline constexpr std::string_view kTitle = "title";
inline constexpr std::size_t kMostContext = 40;  // of the title, before a text

// Whether the field is read in addition to the title. An answer is read without the title of its
// question.
inline bool is_read(const text::Field& field) {
  return field.name != kTitle && field.name != "question-title" && field.name != "comment" &&
         field.name != "keywords";
}

inline std::vector<base::Span> formulas_of(const text::Field& field) {
  std::vector<base::Span> spans;
  for (const text::FormulaSpan& formula : field.formulas) {
    spans.push_back({formula.begin, formula.end});
  }
  return spans;
}

// A token has about four bytes, and fewer in LaTeX. Only words of hundreds of letters and long runs
// of blanks have more than this on average.
inline constexpr std::size_t kMostBytesOfToken = 64;

// The beginning of a text that contains at least `tokens` tokens, so that a text of megabytes takes
// no longer than one of a few pages. It never ends inside a character.
inline std::string_view beginning_of(std::string_view text, std::size_t tokens) {
  std::size_t end = tokens * kMostBytesOfToken;
  if (end >= text.size()) return text;
  // A character has at most four bytes; longer sequences are not UTF-8.
  for (int i = 0; i < 3 && end > 0; ++i) {
    if ((static_cast<unsigned char>(text[end]) & 0xC0U) != 0x80) break;
    --end;
  }
  return text.substr(0, end);
}

}  // namespace noether::embedding
