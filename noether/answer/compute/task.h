// Recognises the task that a question sets for algebra. The question is read sentence by sentence,
// as a sequence of words and formulas.
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
  std::string text;  // a word in lower case, or the LaTeX of a formula

  bool is_word(std::string_view word) const { return kind == Kind::Word && text == word; }
};
using AskedSentence = std::vector<AskedToken>;

// The sentences of a question, without empty ones. A sentence ends at . ? ! ; and at the end of a
// paragraph. The mark may follow a formula or be its last character.
std::vector<AskedSentence> asked_sentences(const Question& question);

// The formula without blanks and punctuation at its end.
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
  // LaTeX: an expression, an equation, or several of them, depending on the task.
  std::vector<std::string> formulas = {};
  std::string variable = {};             // LaTeX; empty if the question names no variable
  std::vector<std::string> givens = {};  // LaTeX of equations
  enum class Sign : std::uint8_t { Any, Positive, Negative };
  Sign sign = Sign::Any;   // the sign of the wanted solutions
  bool wants_all = false;  // the question asks for `solutions`, of which there may be several
  bool is_sure = false;
};

// The kind of a formula in a phrase.
enum class FormulaKind : std::uint8_t { Unreadable, Variable, Expression, Equation };
FormulaKind formula_kind(std::string_view latex);

// Returns nothing if the question is not such a task.
std::optional<Task> recognise_task(std::span<const AskedSentence> sentences);

}  // namespace noether::answer
