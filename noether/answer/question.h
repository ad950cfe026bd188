// A question of words and formulas, as a person types it or as a topic of ARQMath contains it.
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

// The bound on the size of a question. Longer texts are refused: the question in a book cannot be
// distinguished from the rest of the book.
inline constexpr std::size_t kMaxQuestionBytes = std::size_t{16} << 10;

// A warning about a formula that is read only in part, or that is ignored.
struct FormulaWarning {
  std::string latex;  // the whole question if the formula has no end
  base::Error error;  // its span refers to `latex`
};
// The bound on the number of warnings for a question.
inline constexpr std::size_t kMostFormulaWarnings = 10;

struct Question {
  text::Field title;  // may be empty
  text::Field body;
  std::vector<std::string> tags = {};         // may be empty
  std::vector<FormulaWarning> warnings = {};  // in the order of formulas; empty for a topic
};

// Formulas are between dollar signs, or are found as in the query language. Returns an error if the
// text has nothing to search for, or too much.
base::Result<Question> read_question(std::string_view text);
Question question_of(const collection::Topic& topic);

// Asks for every word and every readable formula; those of the title count more.
search::Query query_of(const Question& question);

}  // namespace noether::answer
