// Measures the time a cross-encoder of MiniLM's shape takes to re-rank documents on one core, in
// int8 and float32.
//
//   rerank_speed [--tokenizer models/text-encoder] [--documents 50] [--trials 5]
//
// The weights are random, which takes the same time. Pairs fill their windows; pairs of short
// queries and texts would have fewer tokens. Times are processor time of one thread, the least of
// several trials.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

#include "noether/base/cpu_clock.h"
#include "noether/base/temporary_folder.h"
#include "noether/embedding/text/cross_encoder.h"
#include "noether/neural/kernels/int8_dot.h"
#include "noether/neural/transformer/quantize_weights.h"
#include "noether/neural/transformer/random_transformer.h"

namespace {

using namespace noether;

constexpr embedding::PairWindow kWindows[] = {
    {.question = 16, .pair = 64},  {.question = 32, .pair = 96},  {.question = 48, .pair = 128},
    {.question = 64, .pair = 192}, {.question = 64, .pair = 256}, {.question = 200, .pair = 512},
};

template <typename T>
T value_or_stop(base::Result<T> result) {
  if (!result) {
    fmt::print(stderr, "{}\n", result.error().message);
    std::exit(2);
  }
  return std::move(*result);
}

embedding::CrossEncoder random_model(const std::string& tokenizer, bool int8) {
  const base::TemporaryFolder folder;
  neural::ModelFolder model;
  neural::TransformerConfig& config = model.config.transformer;
  config = neural::minilm_config();
  config.vocabulary =
      static_cast<std::uint32_t>(value_or_stop(neural::tokens::Tokenizer::open(tokenizer)).size());
  config.head.pooler = neural::Activation::Tanh;
  config.head.classes = 1;
  model.weights = neural::random_weights(config);
  if (int8) neural::quantize_weights(model.weights, config, neural::TokenTable::Round);
  model.config.sequence_tokens = config.max_positions;
  model.config.tokenizer_file = value_or_stop(neural::copy_tokenizer(tokenizer, folder.path()));
  if (auto done = model.write(folder.path()); !done) {
    fmt::print(stderr, "{}\n", done.error().message);
    std::exit(2);
  }
  return value_or_stop(embedding::CrossEncoder::open(folder.path()));
}

double least_milliseconds(const embedding::CrossEncoder& encoder, const std::string& words,
                          const embedding::PairWindow& window, std::size_t documents, int trials) {
  double least = std::numeric_limits<double>::max();
  for (int trial = 0; trial < trials; ++trial) {
    const std::vector<std::string_view> texts(documents, words);
    const double start = base::thread_cpu_seconds();
    value_or_stop(encoder.score(words, texts, window));
    least = std::min(least, 1e3 * (base::thread_cpu_seconds() - start));
  }
  return least;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Re-ranking by a cross-encoder on one core", "rerank_speed");
  std::string tokenizer = "models/text-encoder";
  std::size_t documents = 50;
  int trials = 5;
  app.add_option("--tokenizer", tokenizer, "A folder with a tokenizer")->capture_default_str();
  app.add_option("--documents", documents, "Number of documents to re-rank")->capture_default_str();
  app.add_option("--trials", trials, "Number of trials, of which the fastest counts")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  CLI11_PARSE(app, argc, argv);

  std::string words;
  for (int i = 0; i < 600; ++i) words += "every bounded sequence of real numbers has a limit ";
  const auto int8 = random_model(tokenizer, true);
  const auto float32 = random_model(tokenizer, false);
  fmt::print("{} documents, int8 kernel: {}\n", documents, neural::int8_kernels().front().name);
  fmt::print("{:>6} {:>6} {:>10} {:>16} {:>14}\n", "query", "pair", "int8, ms", "of 300 ms, int8",
             "float32, ms");
  for (const embedding::PairWindow& window : kWindows) {
    const double of_int8 = least_milliseconds(int8, words, window, documents, trials);
    const double of_float32 = least_milliseconds(float32, words, window, 4, 1) / 4;
    fmt::print("{:>6} {:>6} {:>10.0f} {:>16.0f} {:>14.0f}\n", window.question, window.pair, of_int8,
               300 / of_int8 * static_cast<double>(documents),
               of_float32 * static_cast<double>(documents));
  }
}
