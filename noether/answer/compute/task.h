// The task that a question sets for algebra, read from the question as a sequence of words and
// formulas, sentence by sentence.
// A question is certainly a task if all of its words are understood: those of a phrase such as
// `what is the value of`, of givens (`if $x=3$`), and of the form of the answer (`as a common
// fraction`). A phrase among other words is a task that may be offered.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/answer/question.h"

namespace noether::answer {

struct AskedToken {
  enum class Kind : std::uint8_t { Word, Formula };
  Kind kind = Kind::Word;
  std::string text;  // folded, or LaTeX

  bool is_word(std::string_view word) const { return kind == Kind::Word && text == word; }
};
using AskedSentence = std::vector<AskedToken>;

// Empty sentences are left out. A sentence ends at . ? ! ; and at the end of a paragraph, whether
// these follow a formula or are its last character.
std::vector<AskedSentence> asked_sentences(const Question& question);

// A formula without blanks and marks of punctuation at its end.
std::string_view without_punctuation(std::string_view latex);

enum class TaskKind : std::uint8_t {
  Evaluate,  // or simplify: the simplest form
  Expand,
  Factor,
  Solve,
  Differentiate,
  Integrate,
  Compare,  // whether two expressions are equal
  Gcd,
  Lcm,
};
std::string_view task_name(TaskKind kind);  // evaluate expand factor …

struct Task {
  TaskKind kind = TaskKind::Evaluate;
  // LaTeX: an expression, an equation, or several of them, as the task wants them.
  std::vector<std::string> formulas = {};
  std::string variable = {};             // LaTeX; empty when the question names none
  std::vector<std::string> givens = {};  // LaTeX of equations
  enum class Sign : std::uint8_t { Any, Positive, Negative };
  Sign sign = Sign::Any;   // of the solutions that are asked for
  bool wants_all = false;  // solutions, so that there may be several
  bool is_sure = false;
};

// The kind of a formula in a phrase.
enum class FormulaKind : std::uint8_t { Unreadable, Variable, Expression, Equation };
FormulaKind formula_kind(std::string_view latex);

// Nothing when the question is no such task.
std::optional<Task> recognise_task(std::span<const AskedSentence> sentences);

}  // namespace noether::answer
