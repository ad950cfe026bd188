// The phrases that ask for a task, and the words without meaning for it.
#pragma once

#include <span>
#include <string_view>

#include "noether/answer/compute/task.h"

namespace noether::answer {

// Words separated by blanks; `|` separates alternatives for one place, and a word with `?` is
// optional. E is an expression, X a variable, Q an equation.
struct TaskPhrase {
  std::string_view words;
  TaskKind kind;
  // Whether the phrase among other words is a task that may be offered.
  bool is_offered = false;
};

std::span<const TaskPhrase> task_phrases();

// Words that a phrase does not need: `the value of the expression`.
bool is_filler(std::string_view word);
// Words of a sentence, or of the end of one, that only say how the answer is to be written.
bool is_about_form(std::string_view word);
bool begins_form(std::string_view word);

}  // namespace noether::answer
