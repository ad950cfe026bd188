// Measures the milliseconds for a sentence of 20 words on one core, with the shape of the parser
// that ships. The weights are random, because the time does not depend on them. The labels are
// those of the banks of NOETHER_DATA (default ../shared/data).
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include "noether/amr/parser/random_parser.h"
#include "noether/amr/shared_data.h"
#include "noether/base/temporary_folder.h"
#include "noether/embedding/text/text_encoder.h"

namespace noether::amr {
namespace {

std::string text_of(const std::string& name) {
  const std::ifstream file(shared_data() / "amr" / name, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

constexpr std::string_view kTwentyWords =
    "Let $f$ be a continuous function on a compact set and show that it attains its maximum at "
    "some point $x$";

void parse_sentence(benchmark::State& state) {
  const std::string bank = text_of("little_prince_v3.0_train.txt");
  if (bank.empty()) return state.SkipWithError("no data: NOETHER_DATA is not set");
  const Lexicon lexicon =
      make_lexicon({{}, text_of("lexicon/propbank-amr-frames-arg-descr.txt"), {}, {}, {}});
  const LabelledBanks banks = label_banks(read_training_graphs(bank)->graphs, lexicon);
  const base::TemporaryFolder folder;
  RandomParser shape;
  shape.tokenizer = embedding::shipped_text_model_folder();
  shape.width = 384;
  shape.layers = 6;
  shape.edge_width = 128;
  shape.int8 = true;
  if (!write_random_parser(folder.path(), banks, shape)) std::abort();
  // Random weights would give far more re-entrancies than banks have.
  auto opened = Parser::open(folder.path());
  if (!opened) std::abort();
  const Parser parser = (*std::move(opened)).with_options({.reentrant_threshold = 0.999F});
  const Sentence sentence = split_words(kTwentyWords);
  for (auto _ : state) benchmark::DoNotOptimize(parser.parse(sentence));
  state.counters["words"] = static_cast<double>(sentence.words.size());
}
BENCHMARK(parse_sentence)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace noether::amr
