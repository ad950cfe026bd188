// The phrases that ask for a task, and the words that do not change its meaning.
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
  // Whether the phrase, found among other words, is a task that may be offered.
  bool is_offered = false;
};

std::span<const TaskPhrase> task_phrases();

// Whether the word may be left out of a phrase, as in `the value of the expression`.
bool is_filler(std::string_view word);
// Whether the word only says how to write the answer. Such words form a sentence or end one.
bool is_about_form(std::string_view word);
bool begins_form(std::string_view word);

}  // namespace noether::answer
