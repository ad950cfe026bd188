// Measures the speed of a text encoder on one core, in float32 and int8, and how close the two are.
//
//   text_encoder_speed MODEL TEXTS [--write FILE] [--seconds 6]
//
// MODEL is a float32 folder that `noether model import` made, TEXTS has one text per line. The
// first 64 texts determine how weights are rounded. The others are measured: the cosine of their
// vectors, and passages of exactly 256 tokens and queries of 32 tokens cut from them. --write
// stores the tokens and both vectors for bench/peers/onnxruntime. Times are processor time of one
// thread, the least of several trials.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include "noether/base/cpu_clock.h"
#include "noether/embedding/sequence_encoder.h"
#include "noether/neural/kernels/int8_dot.h"
#include "noether/neural/tokenizer/tokenizer.h"
#include "noether/neural/transformer/quantize_weights.h"

namespace {

using namespace noether;
using Sequence = std::vector<neural::TokenId>;

constexpr std::size_t kSampleTexts = 64;
constexpr std::size_t kPassage = 256;
constexpr std::size_t kQuery = 32;

template <typename T>
T value_or_stop(base::Result<T> result) {
  if (!result) {
    fmt::print(stderr, "{}\n", result.error().message);
    std::exit(2);
  }
  return std::move(*result);
}

std::vector<Sequence> read_texts(const std::string& folder, const std::string& file) {
  const auto tokenizer = value_or_stop(neural::tokens::Tokenizer::open(folder));
  std::ifstream lines(file);
  std::vector<Sequence> texts;
  for (std::string line; std::getline(lines, line);) {
    texts.push_back(tokenizer.encode(line, {.special_tokens = true, .most = kPassage}).ids);
  }
  return texts;
}

// All texts concatenated and cut into pieces of one length.
Sequence piece(const std::vector<Sequence>& texts, std::size_t length) {
  Sequence tokens;
  for (const Sequence& text : texts) {
    tokens.insert(tokens.end(), text.begin(), text.end());
    if (tokens.size() >= length) break;
  }
  tokens.resize(length);
  return tokens;
}

// Takes the least time, because other processes can only add to a time.
double least_seconds(const embedding::SequenceEncoder& encoder, const Sequence& tokens,
                     double budget) {
  const std::vector<Sequence> one = {tokens};
  double least = std::numeric_limits<double>::max();
  double spent = 0;
  for (int trial = 0; trial < 5 || spent < budget; ++trial) {
    const double start = base::thread_cpu_seconds();
    value_or_stop(encoder.embed(one));
    const double seconds = base::thread_cpu_seconds() - start;
    least = std::min(least, seconds);
    spent += seconds;
  }
  return least;
}

struct Closeness {
  double mean = 0;
  double least = 1;
};

Closeness closeness(const std::vector<float>& a, const std::vector<float>& b, std::size_t width) {
  Closeness result;
  const std::size_t count = a.size() / width;
  for (std::size_t i = 0; i < count; ++i) {
    double cosine = 0;  // vectors have length 1
    for (std::size_t j = i * width; j < (i + 1) * width; ++j) {
      cosine += static_cast<double>(a[j]) * static_cast<double>(b[j]);
    }
    result.mean += cosine / static_cast<double>(count);
    result.least = std::min(result.least, cosine);
  }
  return result;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Embedding texts on one core", "text_encoder_speed");
  std::string folder;
  std::string texts_file;
  std::string output;
  double seconds = 6;
  app.add_option("MODEL", folder, "Folder of a float32 model")->required();
  app.add_option("TEXTS", texts_file, "Texts, one per line")->required();
  app.add_option("--write", output, "File for tokens and vectors");
  app.add_option("--seconds", seconds, "Seconds for each model")->capture_default_str();
  CLI11_PARSE(app, argc, argv);

  std::vector<Sequence> texts = read_texts(folder, texts_file);
  if (texts.size() <= kSampleTexts) {
    fmt::print(stderr, "{} has {} texts, and more than {} are needed\n", texts_file, texts.size(),
               kSampleTexts);
    return 2;
  }
  const auto sample = std::span(texts).first(kSampleTexts);
  auto model = value_or_stop(neural::ModelFolder::read(folder));
  const auto rounded = [&](bool by_sample) {
    neural::ModelFolder int8 = model;
    const auto& config = model.config.transformer;
    if (by_sample) {
      neural::quantize_weights(int8.weights, config, neural::TokenTable::Round, sample);
    } else {
      neural::quantize_weights(int8.weights, config, neural::TokenTable::Round);
    }
    return value_or_stop(embedding::SequenceEncoder::of(std::move(int8)));
  };
  const auto plain = rounded(false);
  const auto int8 = rounded(true);
  const auto float32 = value_or_stop(embedding::SequenceEncoder::of(std::move(model)));
  const std::vector<Sequence> measured(texts.begin() + kSampleTexts, texts.end());
  const auto expected = value_or_stop(float32.embed(measured));
  const auto by_int8 = value_or_stop(int8.embed(measured));
  const auto of_plain = closeness(expected, value_or_stop(plain.embed(measured)), float32.width());
  const auto of_int8 = closeness(expected, by_int8, float32.width());

  const Sequence passage = piece(measured, kPassage);
  const Sequence query = piece(measured, kQuery);
  fmt::print("{} texts, int8 kernel: {}\n", measured.size(), neural::int8_kernels().front().name);
  const auto row = [&](const char* name, const embedding::SequenceEncoder& encoder) {
    fmt::print("{:<8} passages of {} tokens {:.1f}/s, query of {} tokens {:.2f} ms\n", name,
               kPassage, 1 / least_seconds(encoder, passage, seconds / 2), kQuery,
               1e3 * least_seconds(encoder, query, seconds / 2));
  };
  row("float32", float32);
  row("int8", int8);
  fmt::print("cosine of int8 to float32: mean {:.5f}, least {:.5f}\n", of_int8.mean, of_int8.least);
  fmt::print("with each weight rounded for itself: mean {:.5f}, least {:.5f}\n", of_plain.mean,
             of_plain.least);
  if (output.empty()) return 0;
  std::ofstream file(output);
  const std::size_t width = float32.width();
  for (std::size_t i = 0; i < measured.size(); ++i) {
    file << fmt::format("{}\t{}\t{}\n", fmt::join(measured[i], " "),
                        fmt::join(std::span(expected).subspan(i * width, width), " "),
                        fmt::join(std::span(by_int8).subspan(i * width, width), " "));
  }
  return file ? 0 : 2;
}
