// A decoder of Noether that writes solutions of problems, without reading passages.
// Both answers and the runs of Task 3 use it through this file, so that the measured text equals
// the text that is shown.
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
  std::size_t beams = 5;     // as Reusch, Thiele and Lehner did for ARQMath 2022
  bool hint = false;         // the solution begins with HINT:, which asks for a short solution
  std::size_t limit = 1200;  // approximate, in characters
  search::IsOver is_over = {};
};

// The question in the form in which the decoder was trained: its title on a separate line.
std::string solution_prompt(const Question& question, bool hint);

// Returns an error if the decoder cannot read the question, or when time is over.
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
  // Beam search has its text only at the end, so the text comes as one piece.
  base::Result<TextEnd> write(const WritingTask& task, const OnText& on_text) const override;

 private:
  neural::Generator generator_;
  std::string name_;
};

}  // namespace noether::answer
