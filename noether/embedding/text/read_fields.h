// The parts of a document that language models read: its title, and the fields with its own text.
#pragma once

#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/text/document.h"

namespace noether::embedding {

inline constexpr std::string_view kTitle = "title";
inline constexpr std::size_t kMostContext = 40;  // tokens of the title before a text

// Whether a field is read in addition to the title. An answer is read without the title of its
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

}  // namespace noether::embedding
