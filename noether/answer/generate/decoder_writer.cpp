#include "noether/answer/generate/decoder_writer.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "noether/neural/pieces/problem_text.h"

namespace noether::answer {
namespace {

// As Reusch, Thiele and Lehner wrote their answers for ARQMath 2022.
constexpr std::size_t kWriterBeams = 5;
constexpr std::size_t kMostWrittenTokens = 256;
constexpr std::size_t kCharactersOfToken = 3;  // about
// Where the next problem begins, the solution has ended.
constexpr std::string_view kNextProblem = "PROBLEM:";

}  // namespace

base::Result<DecoderWriter> DecoderWriter::open(const std::string& folder) {
  auto generator = neural::Generator::open(folder);
  if (!generator) return std::unexpected(std::move(generator.error()));
  std::filesystem::path path(folder);
  if (!path.has_filename()) path = path.parent_path();
  return DecoderWriter(*std::move(generator), path.filename().string());
}

base::Result<TextEnd> DecoderWriter::write(const WritingTask& task, const OnText& on_text) const {
  if (auto on = search::go_on(task.is_over); !on) return std::unexpected(std::move(on.error()));
  std::string problem = task.question.title.text;
  if (!problem.empty() && !task.question.body.text.empty()) problem += ' ';
  problem += task.question.body.text;
  neural::Decoding decoding;
  decoding.beams = kWriterBeams;
  decoding.most_tokens =
      std::clamp<std::size_t>(task.limit / kCharactersOfToken, 1, kMostWrittenTokens);
  decoding.stops = {std::string(kNextProblem)};
  const std::string prompt = neural::problem_prompt(problem) + std::string(neural::kHint);
  const auto written = generator_.write(prompt, decoding);
  if (!written) return std::unexpected(written.error());
  if (auto on = search::go_on(task.is_over); !on) return std::unexpected(std::move(on.error()));
  if (!on_text(written->text)) return TextEnd::Enough;
  return written->end == neural::WritingEnd::Full ? TextEnd::Full : TextEnd::Whole;
}

}  // namespace noether::answer
