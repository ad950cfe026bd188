#include "noether/answer/generate/decoder_writer.h"

#include <algorithm>
#include <filesystem>

#include "noether/neural/pieces/problem_text.h"

namespace noether::answer {
namespace {

// Less than the average length of a token, so that the limit of characters ends a text, not the
// limit of tokens.
constexpr std::size_t kCharactersOfToken = 3;
// The solution ends where the next problem begins.
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

base::Result<DecoderWriter> DecoderWriter::open(const std::string& folder) {
  auto generator = neural::Generator::open(folder);
  if (!generator) return std::unexpected(std::move(generator.error()));
  std::filesystem::path path(folder);
  if (!path.has_filename()) path = path.parent_path();
  return DecoderWriter(*std::move(generator), path.filename().string());
}

base::Result<TextEnd> DecoderWriter::write(const WritingTask& task, const OnText& on_text) const {
  const auto written = write_solution(generator_, task.question,
                                      {.hint = true, .limit = task.limit, .is_over = task.is_over});
  if (!written) return std::unexpected(written.error());
  if (!on_text(written->text)) return TextEnd::Enough;
  return written->end == neural::WritingEnd::Full ? TextEnd::Full : TextEnd::Whole;
}

}  // namespace noether::answer
