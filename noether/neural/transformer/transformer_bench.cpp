// A transformer of MiniLM's shape on one core: a query of 32 tokens, a passage of 256.
#include <benchmark/benchmark.h>

#include "noether/neural/transformer/quantize_weights.h"
#include "noether/neural/transformer/random_transformer.h"
#include "noether/neural/transformer/transformer.h"

namespace noether::neural {
namespace {

Transformer minilm(bool int8) {
  const TransformerConfig config = minilm_config();
  TransformerWeights weights = random_weights(config);
  if (int8) quantize_weights(weights, config, TokenTable::Round);
  return {config, std::move(weights)};
}

void run_minilm(benchmark::State& state, bool int8) {
  const Transformer transformer = minilm(int8);
  const auto length = static_cast<std::size_t>(state.range(0));
  std::vector<TokenId> tokens;
  for (std::size_t i = 0; i < length; ++i) {
    tokens.push_back(static_cast<TokenId>(i * 997 % transformer.config().vocabulary));
  }
  Transformer::Workspace workspace;
  for ([[maybe_unused]] const auto _ : state) {
    benchmark::DoNotOptimize(transformer.run({tokens, std::span(&length, 1)}, workspace).data());
  }
  state.counters["sequences"] =
      benchmark::Counter(1, benchmark::Counter::kIsIterationInvariantRate);
}

void minilm_float32(benchmark::State& state) { run_minilm(state, false); }
void minilm_int8(benchmark::State& state) { run_minilm(state, true); }

BENCHMARK(minilm_float32)->Arg(32)->Arg(256)->Unit(benchmark::kMillisecond);
BENCHMARK(minilm_int8)->Arg(8)->Arg(32)->Arg(256)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace noether::neural
