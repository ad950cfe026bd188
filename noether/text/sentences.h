// Finds the beginning and end of the sentences of a text.
// A sentence ends at . ? or ! before white space and the possible beginning of a sentence, and at
// the end of a paragraph. It does not end at abbreviations (e.g., Thm., et al.) and initials, nor
// inside a formula.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/text/document.h"

namespace noether::text {

// The sentences in order, without the blanks between them. `out` is cleared first.
void find_sentences(std::string_view text, std::span<const FormulaSpan> formulas,
                    std::vector<base::Span>& out);
std::vector<base::Span> find_sentences(const Field& field);

}  // namespace noether::text
