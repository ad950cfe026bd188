#include "noether/answer/generate/decoder_writer.h"

#include <filesystem>

#include "noether/answer/generate/solution.h"

namespace noether::answer {

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
