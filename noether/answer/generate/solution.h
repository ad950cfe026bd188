// What a decoder writes as the solution of a question. Answers and runs of Task 3 both come from
// here, so that what is measured is what is shown.
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

// The question as the decoder was trained to read it: its title on a line of its own.
std::string solution_prompt(const Question& question, bool hint);

// An error when the decoder cannot read the question, and when it is over.
base::Result<neural::Written> write_solution(const neural::Generator& decoder,
                                             const Question& question,
                                             const SolutionOptions& options);

}  // namespace noether::answer
