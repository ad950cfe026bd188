// A decoder of ours that writes solutions of problems, without reading any passage.
// Answers and runs of Task 3 both ask it here, so that the measured text is the shown text.
#pragma once

#include <cstddef>
#include <string>
#include <utility>

#include "noether/answer/generate/text_writer.h"
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

class DecoderWriter final : public TextWriter {
 public:
  static base::Result<DecoderWriter> open(const std::string& folder);
  DecoderWriter(neural::Generator generator, std::string name)
      : generator_(std::move(generator)), name_(std::move(name)) {}

  std::string name() const override { return name_; }
  bool reads_passages() const override { return false; }
  // Beams know their text at the end only, so it comes as one piece.
  base::Result<TextEnd> write(const WritingTask& task, const OnText& on_text) const override;

 private:
  neural::Generator generator_;
  std::string name_;
};

}  // namespace noether::answer
