// Measures the speed of an encoder on this machine, on one core, in processor time, and has the
// random expressions to measure with.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"

namespace noether::embedding {

// Prefix texts with exactly this many tokens, of operators that every encoder knows; a function of
// the seed.
std::string sample_expression(std::size_t tokens, std::uint64_t seed);
// Between 5 and 25 tokens.
std::vector<std::string> sample_expressions(std::size_t count, std::uint64_t seed = 1);

struct EncoderBenchmark {
  double load_seconds = 0;
  double query_seconds = 0;      // of one expression of kQueryTokens
  double batch_rate = 0;         // expressions of that size per second, many at once
  double batch_flops = 0;        // per second: two for each weight that a token meets
  double peak_flops = 0;         // of a large product of float32 matrices on this core
  std::string_view int8_kernel;  // empty for float32

  double share_of_peak() const { return batch_flops / peak_flops; }
};

inline constexpr std::size_t kQueryTokens = 25;  // without <bos> and <eos>

// The best of several trials, for about `seconds`.
base::Result<EncoderBenchmark> benchmark_encoder(const std::string& folder, double seconds = 2);

}  // namespace noether::embedding
