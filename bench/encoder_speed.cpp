// Measures how fast one core embeds expressions: Noether's encoder in float32 and int8, and
// LibTorch with the same weights, in one run.
//
//   encoder_speed [MODEL] [--seconds 8]
//
// MODEL is a float32 model folder. Without it the weights are random and have the shipped shape,
// which takes the same time. If a model reads values of parts, the same code computes them for
// both, and LibTorch computes the features itself; the output states their share of the time. Times
// are processor time of one thread, the least of several trials.
#include <ATen/Parallel.h>
#include <fmt/format.h>
#include <torch/types.h>
#include <torch/utils.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

#include "noether/base/cpu_clock.h"
#include "noether/base/temporary_folder.h"
#include "noether/embedding/encoder_benchmark.h"
#include "noether/embedding/expression_encoder.h"
#include "noether/embedding/expression_model.h"
#include "noether/embedding/random_model.h"
#include "noether/embedding/values/part_values.h"
#include "noether/train/expression/encoder_model.h"
#include "noether/train/expression/saved_model.h"

namespace {

using namespace noether;

constexpr std::size_t kBatch = 200;

template <typename T>
T value_or_stop(base::Result<T> result) {
  if (!result) {
    fmt::print(stderr, "{}\n", result.error().message);
    std::exit(2);
  }
  if constexpr (!std::is_void_v<T>) return std::move(*result);
}

// Takes the least time, as encoder_benchmark.cpp does, because other processes can only add to a
// time.
template <typename Work>
double least_seconds(double budget, const Work& work) {
  double least = std::numeric_limits<double>::max();
  double spent = 0;
  for (int trial = 0; trial < 3 || spent < budget; ++trial) {
    const double start = base::thread_cpu_seconds();
    work();
    least = std::min(least, base::thread_cpu_seconds() - start);
    spent += base::thread_cpu_seconds() - start;
  }
  return least;
}

std::vector<std::string> expressions(std::size_t count) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < count; ++i) {
    texts.push_back(embedding::sample_expression(embedding::kQueryTokens, i + 1));
  }
  return texts;
}

// The shape of models/configs/shipped, except for the input.
embedding::ExpressionModelConfig shipped_shape(embedding::Inputs inputs) {
  embedding::ExpressionModelConfig config;
  config.layers = 2;
  config.width = 512;
  config.heads = 8;
  config.feed_forward = 2048;
  config.inputs = inputs;
  config.pooling = neural::Pooling::First;
  config.special_tokens = false;
  return config;
}

// Embeds from text to vector, as in the measurement of Noether's encoder.
torch::Tensor embed_by_torch(const train::OpenModel& model, const std::vector<std::string>& texts) {
  std::vector<std::vector<neural::TokenId>> tokens;
  std::vector<std::span<const neural::TokenId>> inner;
  tokens.reserve(texts.size());
  for (const std::string& text : texts) {
    tokens.push_back(value_or_stop(model.tokenizer.encode(text)));
    inner.push_back(std::span(tokens.back()).subspan(1, tokens.back().size() - 2));
  }
  const auto packed = train::pack(model.shape, inner, /*pinned=*/false);
  return train::embed(model.shape, model.weights, packed);
}

// The time for all values of these expressions and for Noether's features of them.
double seconds_for_values(const embedding::ExpressionTokenizer& tokenizer,
                          const std::vector<std::string>& texts, double budget) {
  const embedding::PartValues values(tokenizer);
  std::vector<std::vector<neural::TokenId>> expressions;
  for (const std::string& text : texts) {
    const auto tokens = value_or_stop(tokenizer.encode(text));
    expressions.emplace_back(tokens.begin() + 1, tokens.end() - 1);
  }
  embedding::ValueReading reading;
  std::vector<float> features(embedding::kValueFeatures);
  return least_seconds(budget, [&] {
    for (const auto& tokens : expressions) {
      values.read(tokens, reading);
      for (std::size_t i = 0; i < reading.tokens.size(); ++i) {
        embedding::value_features(
            std::span<const float, embedding::kPartNumbers>(
                &reading.numbers[i * embedding::kPartNumbers], embedding::kPartNumbers),
            std::span<float, embedding::kValueFeatures>(features));
      }
    }
  });
}

void print_row(std::string_view name, double query, double rate, double torch_query,
               double torch_rate, double share_of_peak) {
  fmt::print("{:<16} {:>9.3f} ms {:>7.2f}x {:>10.0f}/s {:>7.2f}x {:>9.1f} %\n", name, 1e3 * query,
             torch_query / query, rate, rate / torch_rate, 100 * share_of_peak);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Embedding on one core, beside LibTorch", "encoder_speed");
  std::string folder;
  double seconds = 8;
  app.add_option("MODEL", folder, "Folder of a float32 model");
  bool tokens = false;
  app.add_flag("--tokens", tokens, "Without MODEL: an encoder that reads only tokens");
  app.add_option("--seconds", seconds, "Seconds for each of the three")->capture_default_str();
  CLI11_PARSE(app, argc, argv);

  const base::TemporaryFolder temporary;
  if (folder.empty()) {
    folder = temporary / "float32";
    value_or_stop(embedding::write_random_model(
        folder, shipped_shape(tokens ? embedding::Inputs::Tokens : embedding::Inputs::Values)));
  }
  const std::string int8_folder = temporary / "int8";
  const auto float32 = value_or_stop(embedding::ExpressionModel::read(folder));
  value_or_stop(value_or_stop(embedding::quantize(float32)).write(int8_folder));

  at::set_num_threads(1);
  const torch::NoGradGuard no_graph;
  const auto model = value_or_stop(train::open_model(folder));
  const std::vector<std::string> query = expressions(1);
  const std::vector<std::string> batch = expressions(kBatch);

  // The vectors must be the same; otherwise the times mean nothing.
  const torch::Tensor theirs = embed_by_torch(model, batch).contiguous();
  const auto encoder = value_or_stop(embedding::ExpressionEncoder::open(folder));
  const std::vector<float> ours = value_or_stop(encoder.embed(batch));
  double largest = 0;
  for (std::size_t i = 0; i < ours.size(); ++i) {
    const double difference = static_cast<double>(ours[i] - theirs.data_ptr<float>()[i]);
    largest = std::max(largest, std::abs(difference));
  }

  const double torch_query = least_seconds(seconds / 2, [&] { embed_by_torch(model, query); });
  const double torch_batch = least_seconds(seconds / 2, [&] { embed_by_torch(model, batch); });
  const double torch_rate = kBatch / torch_batch;
  const auto plain = value_or_stop(embedding::benchmark_encoder(folder, seconds));
  const auto int8 = value_or_stop(embedding::benchmark_encoder(int8_folder, seconds));
  const double flops_each = plain.batch_flops / plain.batch_rate;

  const embedding::ExpressionModelConfig& config = encoder.config();
  fmt::print("{} layers of width {}, feed-forward {}; {} tokens, batches of {}, one thread\n",
             config.layers, config.width, config.feed_forward, embedding::kQueryTokens, kBatch);
  fmt::print("float32 vectors differ by at most {:.1e}; sgemm peak {:.1f} GFLOP/s\n", largest,
             plain.peak_flops / 1e9);
  if (config.inputs == embedding::Inputs::Values) {
    const double values = seconds_for_values(encoder.tokenizer(), batch, seconds / 8);
    fmt::print("values of parts and their features: {:.3f} ms of each expression's time\n",
               1e3 * values / kBatch);
  }
  fmt::print("\n{:<16} {:>12} {:>8} {:>12} {:>8} {:>11}\n", "", "query", "", "batch", "",
             "of peak");
  print_row("LibTorch", torch_query, torch_rate, torch_query, torch_rate,
            torch_rate * flops_each / plain.peak_flops);
  print_row("noether float32", plain.query_seconds, plain.batch_rate, torch_query, torch_rate,
            plain.share_of_peak());
  print_row("noether int8", int8.query_seconds, int8.batch_rate, torch_query, torch_rate,
            int8.share_of_peak());
}
