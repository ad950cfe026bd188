// The output of answers, as text and as JSON.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "noether/answer/answer.h"
#include "noether/answer/ask.h"
#include "noether/search/present/shown_text.h"

namespace noether::cli {

// Writes an answer while it grows.
class AnswerOutput {
 public:
  explicit AnswerOutput(std::size_t columns)
      : columns_(columns), shower_(search::MarkStyle::plain()) {}

  // Adds a sentence; returns the text that can be written now: finished paragraphs, and the words
  // of a generated sentence.
  std::string sentence(const answer::Answer& so_far, std::size_t number);
  // Returns the rest of the text, the findings of algebra, the sources, the confidence and, if
  // `explain` is set, the evidence.
  std::string end(const answer::Answer& answer, bool explain);
  // Returns the complete output of an answer.
  std::string whole(const answer::Answer& answer, bool explain);
  // The findings about its equations, citations and computations, one or more lines for each.
  std::string notes(const answer::Answer& answer);
  // Returns the rest of the open paragraph.
  std::string end_paragraph();

 private:
  std::string shown(const text::Field& field);
  std::string note_text(const answer::AnswerSentence& sentence, const answer::Note& note);

  std::size_t columns_;
  search::TextShower shower_;
  std::string paragraph_;
  std::size_t written_ = 0;  // the number of its bytes that were written
};

// One object without a line end: the best answer, with the answer offered next to it as a member.
std::string asked_json(const answer::Asked& asked);
// The same if there is no answer: the best confidence, the JSON objects of search results, and
// remarks that give the reasons.
std::string no_answer_json(const answer::Asked& asked, const std::vector<std::string>& results);

}  // namespace noether::cli
