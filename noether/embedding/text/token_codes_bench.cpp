// Late interaction without an index: compares a query with the first 200 candidates of a ranking,
// each of 200 tokens, on one core.
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdlib>
#include <random>

#include "noether/embedding/text/token_codes.h"

namespace noether::embedding {
namespace {

constexpr std::size_t kWidth = 384;
constexpr std::size_t kCandidates = 200;
constexpr std::size_t kTokens = 200;  // of a candidate

std::vector<float> unit_vectors(std::size_t count, std::mt19937& random) {
  std::normal_distribution<float> normal;
  std::vector<float> vectors(count * kWidth);
  for (std::size_t row = 0; row < count; ++row) {
    float* vector = vectors.data() + row * kWidth;
    float squares = 0;
    for (std::size_t i = 0; i < kWidth; ++i) {
      vector[i] = normal(random);
      squares += vector[i] * vector[i];
    }
    for (std::size_t i = 0; i < kWidth; ++i) vector[i] /= std::sqrt(squares);
  }
  return vectors;
}

void meet_candidates(benchmark::State& state) {
  std::mt19937 random(1);
  const auto codes = TokenCodes::fit(unit_vectors(1000, random), kWidth);
  if (!codes) std::abort();
  const LateQuery query(*codes, unit_vectors(static_cast<std::size_t>(state.range(0)), random));
  std::string tokens(kCandidates * kTokens * codes->bytes(), 0);
  for (char& byte : tokens) byte = static_cast<char>(random());
  const std::size_t bytes = kTokens * codes->bytes();
  for ([[maybe_unused]] const auto _ : state) {
    for (std::size_t i = 0; i < kCandidates; ++i) {
      std::vector<float> best(query.tokens(), kNotMet);
      query.meet(std::string_view(tokens).substr(i * bytes, bytes), best);
      benchmark::DoNotOptimize(late_score(best));
    }
  }
}

BENCHMARK(meet_candidates)->Arg(16)->Arg(64)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace noether::embedding
