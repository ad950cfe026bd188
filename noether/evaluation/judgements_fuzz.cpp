// Reads any bytes as judgements and as written answers. Checks that nothing crashes, and that the
// data read is the same after it is written and read again.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "noether/evaluation/answer_run.h"
#include "noether/evaluation/judgements.h"
#include "noether/evaluation/lines_of_text.h"

using namespace noether;
using namespace noether::evaluation;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  collection::ProblemList problems;
  const ReadOptions lenient{.lenient = true, .problems = &problems};
  LineSource lines = lines_of_text(text, lenient);
  const auto judgements = read_judgements(lines);
  if (!judgements) std::abort();
  const std::string written = judgement_lines(*judgements);
  LineSource again = lines_of_text(written);
  const auto reread = read_judgements(again);
  if (!reread || judgement_lines(*reread) != written) std::abort();

  const auto answers = read_answer_run(reader_of_text(text), lenient);
  if (!answers) std::abort();
  for (const WrittenAnswer& answer : answers->answers) {
    if (answer.topic.empty() || answer.answer.empty()) std::abort();
  }
  return 0;
}
