// Measures the speed of an encoder on one core of this machine, in processor time, with random
// expressions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"

namespace noether::embedding {

// A prefix text with exactly this many tokens, with operators that every encoder supports. It
// depends only on the seed.
std::string sample_expression(std::size_t tokens, std::uint64_t seed);
// Expressions with 5 to 25 tokens each.
std::vector<std::string> sample_expressions(std::size_t count, std::uint64_t seed = 1);

struct EncoderBenchmark {
  double load_seconds = 0;
  double query_seconds = 0;      // for one expression of kQueryTokens
  double batch_rate = 0;         // expressions of that size per second, in a large batch
  double batch_flops = 0;        // per second: two for each weight and token
  double peak_flops = 0;         // of a large product of float32 matrices on this core
  std::string_view int8_kernel;  // empty for float32

  double share_of_peak() const { return batch_flops / peak_flops; }
};

inline constexpr std::size_t kQueryTokens = 25;  // without <bos> and <eos>

// The best of several trials, for about `seconds`.
base::Result<EncoderBenchmark> benchmark_encoder(const std::string& folder, double seconds = 2);

}  // namespace noether::embedding
