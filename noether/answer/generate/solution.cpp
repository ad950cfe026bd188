#include "noether/answer/generate/solution.h"

#include <algorithm>
#include <string>

#include "noether/neural/pieces/problem_text.h"

namespace noether::answer {
namespace {

// Less than what a token has on average, so that the limit of the characters is what cuts a text.
constexpr std::size_t kCharactersOfToken = 3;
// Where the next problem begins, the solution has ended.
constexpr std::string_view kNextProblem = "PROBLEM:";

}  // namespace

std::string solution_prompt(const Question& question, bool hint) {
  std::string problem = question.title.text;
  if (!problem.empty() && !question.body.text.empty()) problem += '\n';
  problem += question.body.text;
  return neural::problem_prompt(problem) + std::string(hint ? neural::kHint : "");
}

base::Result<neural::Written> write_solution(const neural::Generator& decoder,
                                             const Question& question,
                                             const SolutionOptions& options) {
  neural::Decoding decoding;
  decoding.beams = options.beams;
  decoding.most_tokens = std::max<std::size_t>(options.limit / kCharactersOfToken, 1);
  decoding.stops = {std::string(kNextProblem)};
  decoding.is_over = options.is_over;
  return decoder.write(solution_prompt(question, options.hint), decoding);
}

}  // namespace noether::answer
