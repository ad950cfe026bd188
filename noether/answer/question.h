// A question: words and formulas, as a person types them or as a topic of ARQMath has them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/collection/topics.h"
#include "noether/search/query/query.h"
#include "noether/text/document.h"

namespace noether::answer {

// Longer texts are refused: the question in a book cannot be distinguished from the rest of it.
inline constexpr std::size_t kMaxQuestionBytes = std::size_t{16} << 10;

// A formula that is read only in part, or that is passed over.
struct FormulaWarning {
  std::string latex;  // the whole question when the formula has no end
  base::Error error;  // its place is in `latex`
};
// A question gets no more of them.
inline constexpr std::size_t kMostFormulaWarnings = 10;

struct Question {
  text::Field title;  // may be empty
  text::Field body;
  std::vector<std::string> tags = {};         // may be empty
  std::vector<FormulaWarning> warnings = {};  // in the order of the formulas; none of a topic
};

// Formulas are between dollar signs, or are found as in the query language. Returns an error if
// there is nothing to search for, or too much.
base::Result<Question> read_question(std::string_view text);
Question question_of(const collection::Topic& topic);

// Every word and every readable formula is wanted; those of the title count more.
search::Query query_of(const Question& question);

}  // namespace noether::answer
