// The solution that a decoder writes for a question. Answers and runs of Task 3 both use it, so
// that the measured text is the shown text.
#pragma once

#include <cstddef>

#include "noether/answer/question.h"
#include "noether/base/error.h"
#include "noether/neural/generate/generator.h"
#include "noether/search/is_over.h"

namespace noether::answer {

struct SolutionOptions {
  std::size_t beams = 5;     // as Reusch, Thiele and Lehner had for ARQMath 2022
  bool hint = false;         // the solution begins with HINT:, which asks for a short one
  std::size_t limit = 1200;  // characters, about
  search::IsOver is_over = {};
};

// The question in the form in which the decoder was trained: its title on a separate line.
std::string solution_prompt(const Question& question, bool hint);

// An error when the decoder cannot read the question, and when it is over.
base::Result<neural::Written> write_solution(const neural::Generator& decoder,
                                             const Question& question,
                                             const SolutionOptions& options);

}  // namespace noether::answer
