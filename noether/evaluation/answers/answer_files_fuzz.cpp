// Reads any bytes as known answers, teams, annotations and embeddings. Checks that nothing crashes,
// and that everything read can be found.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "noether/evaluation/answers/answer_embeddings.h"
#include "noether/evaluation/answers/answer_files.h"
#include "noether/evaluation/lines_of_text.h"

using namespace noether;
using namespace noether::evaluation;

namespace {

LineSource lines_of(std::string_view text) {
  const auto rest = std::make_shared<std::string_view>(text);
  return LineSource(base::LineReader(
                        [rest](std::span<char> into) -> base::Result<std::size_t> {
                          const std::size_t count = rest->copy(into.data(), into.size());
                          rest->remove_prefix(count);
                          return count;
                        },
                        "fuzz", 1 << 16),
                    {.lenient = true, .problems = nullptr});
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  LineSource known_lines = lines_of(text);
  if (const auto known = read_known_answers(known_lines)) {
    if (known->find("A.1", "1") != nullptr && known->of_topic("A.1").empty()) std::abort();
  }
  LineSource team_lines = lines_of(text);
  if (const auto teams = read_teams(team_lines)) {
    if (teams->of("r").empty()) std::abort();
  }
  LineSource annotation_lines = lines_of(text);
  if (const auto annotations = read_annotations(annotation_lines)) annotations->find("A.1", "1");
  const auto file = EmbeddingFile::read(std::make_unique<MemoryFile>(std::string(text)), "fuzz");
  if (!file) return 0;
  const auto found = file->find("A.1", "1");
  if (found && *found) {
    const BertScore score = bert_score(**found, **found);
    if (std::isnan(score.f1)) std::abort();
  }
  return 0;
}
