#include "noether/embedding/encoder_benchmark.h"

#include <cblas.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <random>
#include <string_view>
#include <vector>

#include "noether/base/cpu_clock.h"
#include "noether/embedding/expression_encoder.h"
#include "noether/embedding/values/part_values.h"
#include "noether/neural/kernels/int8_dot.h"

namespace noether::embedding {
namespace {

constexpr auto kLeaves = std::to_array<std::string_view>(
    {"x", "x", "x", "y", "1", "2", "3", "5", "-1", "-2", "7", "10", "pi"});
constexpr auto kUnary = std::to_array<std::string_view>(
    {"sin", "cos", "tan", "exp", "ln", "sqrt", "asin", "atan", "sinh", "cosh", "abs"});
constexpr auto kBinary = std::to_array<std::string_view>({"+", "-", "*", "/", "pow"});

// std::uniform_int_distribution gives different numbers in different libraries, so it is not used.
template <typename List>
std::string_view any_of(const List& list, std::mt19937_64& random) {
  return list[random() % list.size()];
}

void append(std::size_t tokens, std::mt19937_64& random, std::string& out) {
  if (!out.empty()) out += ' ';
  if (tokens == 1) {
    out += any_of(kLeaves, random);
  } else if (tokens == 2 || random() % 3 == 0) {
    out += any_of(kUnary, random);
    append(tokens - 1, random, out);
  } else {
    out += any_of(kBinary, random);
    const std::size_t left = 1 + random() % (tokens - 2);
    append(left, random, out);
    append(tokens - 1 - left, random, out);
  }
}

}  // namespace

std::string sample_expression(std::size_t tokens, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::string text;
  append(tokens, random, text);
  return text;
}

std::vector<std::string> sample_expressions(std::size_t count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t tokens = 5 + random() % 21;
    texts.push_back(sample_expression(tokens, random()));
  }
  return texts;
}

namespace {

constexpr std::size_t kBatch = 200;
constexpr int kLeastTrials = 3;

// The shortest time of a run, because other programs on the machine only add to it.
template <typename Work>
double least_seconds(double budget, const Work& work) {
  double least = std::numeric_limits<double>::max();
  double spent = 0;
  for (int trial = 0; trial < kLeastTrials || spent < budget; ++trial) {
    const double start = base::thread_cpu_seconds();
    work();
    const double seconds = base::thread_cpu_seconds() - start;
    least = std::min(least, seconds);
    spent += seconds;
  }
  return least;
}

double measure_sgemm_peak(double budget) {
  constexpr blasint size = 768;
  const std::vector<float> a(size * size, 1);
  std::vector<float> c(size * size, 0);
  openblas_set_num_threads(1);
  const double seconds = least_seconds(budget, [&] {
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, size, size, size, 1, a.data(), size,
                a.data(), size, 0, c.data(), size);
  });
  return 2.0 * size * size * size / seconds;
}

// Of one expression. Where the first token is pooled, the last layer computes only queries, keys
// and values for the others.
double operations(const ExpressionModelConfig& config, double tokens) {
  const double width = config.width;
  const double values = config.inputs == Inputs::Values ? width * kValueFeatures : 0;
  const double queries_keys_values = 3 * width * width;
  const double rest = width * width + 2 * width * config.feed_forward;
  const double last = config.pooling == neural::Pooling::First ? 1 : tokens;
  return 2 * (tokens * values + tokens * config.layers * queries_keys_values +
              (tokens * (config.layers - 1) + last) * rest);
}

// Includes special tokens, if they go through the layers.
double operations_of(const ExpressionEncoder& encoder, const std::vector<std::string>& texts) {
  const std::size_t special = encoder.config().special_tokens ? 2 : 0;
  const PartValues values(encoder.tokenizer());
  ValueReading reading;
  double count = 0;
  for (const std::string& text : texts) {
    const auto tokens = encoder.tokenizer().encode(text);
    std::size_t read = tokens->size() - 2;
    if (encoder.config().inputs == Inputs::Values) {
      values.read(TokenSpan(*tokens).subspan(1, read), reading);
      read = reading.tokens.size();
    }
    count += operations(encoder.config(), static_cast<double>(read + special));
  }
  return count;
}

}  // namespace

base::Result<EncoderBenchmark> benchmark_encoder(const std::string& folder, double seconds) {
  EncoderBenchmark result;
  auto encoder = ExpressionEncoder::open(folder);
  if (!encoder) return std::unexpected(encoder.error());
  if (encoder->config().positions < kQueryTokens + 2) {
    return base::fail(fmt::format("the model reads fewer than {} tokens", kQueryTokens));
  }
  result.load_seconds =
      least_seconds(seconds / 4, [&] { encoder = ExpressionEncoder::open(folder); });

  const std::vector<std::string> query = {sample_expression(kQueryTokens, 1)};
  std::vector<std::string> batch;
  for (std::size_t i = 0; i < kBatch; ++i) batch.push_back(sample_expression(kQueryTokens, i + 1));
  if (auto vectors = encoder->embed(batch); !vectors) return std::unexpected(vectors.error());
  result.query_seconds = least_seconds(seconds / 4, [&] { (void)encoder->embed(query); });
  const double batch_seconds = least_seconds(seconds / 4, [&] { (void)encoder->embed(batch); });
  result.batch_rate = kBatch / batch_seconds;
  result.batch_flops = operations_of(*encoder, batch) / batch_seconds;
  result.peak_flops = measure_sgemm_peak(seconds / 4);
  if (encoder->is_int8()) result.int8_kernel = neural::int8_kernels().front().name;
  return result;
}

}  // namespace noether::embedding
