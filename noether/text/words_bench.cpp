// Words with stems and sentences: bytes of text per second, one core.
#include <benchmark/benchmark.h>

#include "noether/text/bench_data.h"
#include "noether/text/sentences.h"
#include "noether/text/tex_text.h"
#include "noether/text/words.h"

namespace noether::text {
namespace {

const std::vector<Field>& fields() {
  static const std::vector<Field> all = [] {
    std::vector<Field> made;
    TexReader reader;
    for (const std::string& tex : latex_documents()) {
      for (Piece& piece : reader.read(tex).pieces) made.push_back(std::move(piece.body));
    }
    return made;
  }();
  return all;
}

std::int64_t count_bytes() {
  std::int64_t bytes = 0;
  for (const Field& field : fields()) bytes += static_cast<std::int64_t>(field.text.size());
  return bytes;
}

void words_and_stems(benchmark::State& state) {
  const std::vector<Field>& texts = fields();
  WordReader reader;
  Word word;
  std::int64_t words = 0;
  for ([[maybe_unused]] const auto _ : state) {
    for (const Field& field : texts) {
      reader.start(field);
      while (reader.next(word)) {
        benchmark::DoNotOptimize(word.stem.data());
        ++words;
      }
    }
  }
  state.SetBytesProcessed(state.iterations() * count_bytes());
  state.SetItemsProcessed(words);
}
BENCHMARK(words_and_stems)->Unit(benchmark::kMillisecond);

// Formulas are jumped over, so text without any is the harder case for words.
void words_and_stems_of_prose(benchmark::State& state) {
  std::string prose;
  for (const Field& field : fields()) {
    std::size_t at = 0;
    for (const FormulaSpan& formula : field.formulas) {
      prose.append(field.text, at, formula.begin - 1 - at);
      at = formula.end + 1;
    }
    prose.append(field.text, at, std::string::npos);
  }
  WordReader reader;
  Word word;
  std::int64_t words = 0;
  for ([[maybe_unused]] const auto _ : state) {
    reader.start(prose);
    while (reader.next(word)) {
      benchmark::DoNotOptimize(word.stem.data());
      ++words;
    }
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(prose.size()));
  state.SetItemsProcessed(words);
}
BENCHMARK(words_and_stems_of_prose)->Unit(benchmark::kMillisecond);

void sentences(benchmark::State& state) {
  std::vector<base::Span> found;
  for ([[maybe_unused]] const auto _ : state) {
    for (const Field& field : fields()) {
      find_sentences(field.text, field.formulas, found);
      benchmark::DoNotOptimize(found.data());
    }
  }
  state.SetBytesProcessed(state.iterations() * count_bytes());
}
BENCHMARK(sentences)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace noether::text
