// A decoder with 37 million parameters on one core, int8: tokens per second after a prompt of 100
// tokens, greedily and with five beams.
#include <benchmark/benchmark.h>

#include "noether/neural/generate/draft.h"
#include "noether/neural/tokenizer/learn_byte_pairs.h"
#include "noether/neural/transformer/quantize_weights.h"
#include "noether/neural/transformer/random_transformer.h"

namespace noether::neural {
namespace {

// The shape of models/configs/answer-writer.
TransformerConfig answer_writer_shape() {
  TransformerConfig config;
  config.vocabulary = 10'000;
  config.layers = config.stored_layers = 10;
  config.width = config.embedding_width = 512;
  config.heads = config.key_value_heads = 8;
  config.head_size = 64;
  config.feed_forward = 2048;
  config.activation = Activation::GeluTanh;
  config.causal = true;
  config.max_positions = 768;
  config.head.next = true;
  return config;
}

void write_tokens(benchmark::State& state, std::size_t beams) {
  const TransformerConfig config = answer_writer_shape();
  TransformerWeights weights = random_weights(config);
  quantize_weights(weights, config, TokenTable::Round);
  const Transformer transformer(config, std::move(weights));
  const tokens::Tokenizer tokenizer = tokens::BytePairLearner().learn(300).value();
  Decoding decoding;
  decoding.beams = beams;
  WritingTask task;
  task.transformer = &transformer;
  task.tokenizer = &tokenizer;
  task.decoding = &decoding;
  task.most_tokens = static_cast<std::size_t>(state.range(0));
  for (TokenId i = 0; i < 100; ++i) task.prompt.push_back(i * 97 % 10'000);
  for ([[maybe_unused]] const auto _ : state) {
    const Written written = (beams > 1 ? write_beams(task) : write_one(task, {})).value();
    benchmark::DoNotOptimize(written.tokens.data());
  }
  state.counters["tokens"] = benchmark::Counter(static_cast<double>(task.most_tokens),
                                                benchmark::Counter::kIsIterationInvariantRate);
}

void answer_writer_greedy(benchmark::State& state) { write_tokens(state, 1); }
void answer_writer_beams(benchmark::State& state) { write_tokens(state, 5); }

BENCHMARK(answer_writer_greedy)->Arg(64)->Arg(400)->Unit(benchmark::kMillisecond);
BENCHMARK(answer_writer_beams)->Arg(64)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace noether::neural
