// Answers, for people and for programs.
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

  // What can be written now that there is this sentence: whole paragraphs.
  std::string sentence(const answer::Answer& so_far, std::size_t number);
  // The rest of the text, what algebra says of it, the sources, the confidence and, when asked for,
  // what it comes from.
  std::string end(const answer::Answer& answer, bool explain);
  // All of it.
  std::string whole(const answer::Answer& answer, bool explain);
  // What is known of its equations, citations and computations, a line or more for each.
  std::string notes(const answer::Answer& answer);
  // What is left of the paragraph that was begun.
  std::string end_paragraph();

 private:
  std::string shown(const text::Field& field);
  std::string note_text(const answer::AnswerSentence& sentence, const answer::Note& note);

  std::size_t columns_;
  search::TextShower shower_;
  std::string paragraph_;
  std::size_t written_ = 0;  // bytes of its lines
};

// One object, without the end of the line: the best answer, with the one that is offered behind it.
std::string asked_json(const answer::Asked& asked);
// The same when there is no answer: the best confidence, the JSON objects of search results, and
// remarks that say why.
std::string no_answer_json(const answer::Asked& asked, const std::vector<std::string>& results);

}  // namespace noether::cli
