// Where the sentences of a text begin and end.
//
// A sentence ends at . ? or ! before white space and what may begin a sentence, and at the end of a
// paragraph. Abbreviations (e.g., Thm., et al.) and initials end none, and no sentence ends inside
// a formula.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/text/document.h"

namespace noether::text {

// In order, without the blanks between them. `out` is emptied first.
void find_sentences(std::string_view text, std::span<const FormulaSpan> formulas,
                    std::vector<base::Span>& out);
std::vector<base::Span> find_sentences(const Field& field);

}  // namespace noether::text
