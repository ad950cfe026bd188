// Answers, for people and for programs.
#pragma once

#include <cstddef>
#include <string>

#include "noether/answer/answer.h"
#include "noether/search/present/shown_text.h"

namespace noether::cli {

// Writes an answer while it grows.
class AnswerOutput {
 public:
  explicit AnswerOutput(std::size_t columns)
      : columns_(columns), shower_(search::MarkStyle::plain()) {}

  // The sentences that were not written yet, paragraph by paragraph.
  std::string more(const answer::Answer& so_far);
  // The sources, the confidence and, when asked for, what it comes from.
  std::string end(const answer::Answer& answer, bool explain);

 private:
  std::string shown(const text::Field& field);

  std::size_t columns_;
  search::TextShower shower_;
  std::size_t written_ = 0;
};

// One object, without the end of the line.
std::string answer_json(const answer::Answer& answer);

}  // namespace noether::cli
