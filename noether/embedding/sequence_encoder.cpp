#include "noether/embedding/sequence_encoder.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <utility>

#include "noether/base/parallel.h"
#include "noether/neural/kernels/lanes.h"

namespace noether::embedding {
namespace {

using neural::Pooling;

bool scale_to_length_one(float* x, std::size_t width) {
  neural::Lanes squares = {};
  for (std::size_t i = 0; i < width; i += neural::kLanes) {
    squares += neural::load(x + i) * neural::load(x + i);
  }
  const float length = std::sqrt(neural::sum_of(squares));
  if (!std::isfinite(length) || length == 0) return false;
  for (std::size_t i = 0; i < width; ++i) x[i] /= length;
  return true;
}

}  // namespace

bool pool_tokens(const float* rows, std::size_t count, std::size_t width, Pooling pooling,
                 float* out) {
  std::copy_n(rows, width, out);
  for (std::size_t row = 1; row < count && pooling != Pooling::First; ++row) {
    const float* from = rows + row * width;
    for (std::size_t i = 0; i < width; ++i) {
      out[i] = pooling == Pooling::Mean ? out[i] + from[i] : std::max(out[i], from[i]);
    }
  }
  // The sum replaces the mean, because only the direction counts.
  return scale_to_length_one(out, width);
}

namespace {

using Sequences = std::span<const TokenSequence>;

// Divides the sequences into parts of about `tokens_at_once` tokens, and returns the end of each
// part.
std::vector<std::size_t> ends_of_parts(Sequences sequences, std::size_t tokens_at_once) {
  std::vector<std::size_t> ends;
  std::size_t tokens = 0;
  for (std::size_t i = 0; i < sequences.size(); ++i) {
    if (tokens > 0 && tokens + sequences[i].tokens.size() > tokens_at_once) {
      ends.push_back(i);
      tokens = 0;
    }
    tokens += sequences[i].tokens.size();
  }
  if (!sequences.empty()) ends.push_back(sequences.size());
  return ends;
}

struct SequenceSpace {
  std::vector<neural::TokenId> tokens;
  std::vector<std::uint8_t> segments;
  std::vector<std::size_t> lengths;
  neural::Transformer::Workspace transformer;
};

// `first` is the number of the part's first sequence.
bool run_part(const neural::Transformer& transformer, Sequences sequences, std::size_t first,
              const TakeRows& take, SequenceSpace& space) {
  space.tokens.clear();
  space.segments.clear();
  space.lengths.clear();
  for (const TokenSequence& sequence : sequences) {
    space.tokens.insert(space.tokens.end(), sequence.tokens.begin(), sequence.tokens.end());
    space.segments.insert(space.segments.end(), sequence.segments.begin(), sequence.segments.end());
    space.segments.resize(space.tokens.size(), 0);
    space.lengths.push_back(sequence.tokens.size());
  }
  const std::size_t width = transformer.config().width;
  std::span<const float> rows =
      transformer.run({space.tokens, space.lengths, space.segments}, space.transformer);
  for (std::size_t i = 0; i < space.lengths.size(); ++i) {
    const std::size_t size = space.lengths[i] * width;
    if (!take(first + i, rows.first(size))) return false;
    rows = rows.subspan(size);
  }
  return true;
}

}  // namespace

base::Result<void> run_sequences(const neural::Transformer& transformer, Sequences sequences,
                                 const TakeRows& take, unsigned threads,
                                 std::size_t tokens_at_once) {
  for (std::size_t i = 0; i < sequences.size(); ++i) {
    const std::size_t length = sequences[i].tokens.size();
    const auto problem = transformer.problem_with(
        {sequences[i].tokens, std::span(&length, 1), sequences[i].segments});
    if (problem) return base::fail(fmt::format("sequence {}: {}", i + 1, *problem));
  }
  const std::vector<std::size_t> ends = ends_of_parts(sequences, tokens_at_once);
  const unsigned count = std::min(base::thread_count(threads), neural::kMostTransformerThreads);
  std::vector<SequenceSpace> spaces(count);
  std::atomic<bool> all_good = true;
  base::for_each_in_parallel(ends.size(), count, [&](std::size_t part, std::size_t thread) {
    const std::size_t begin = part == 0 ? 0 : ends[part - 1];
    if (!run_part(transformer, sequences.subspan(begin, ends[part] - begin), begin, take,
                  spaces[thread])) {
      all_good = false;
    }
  });
  if (!all_good) {
    return base::fail("the model gives a vector without a direction: its weights are broken");
  }
  return {};
}

SequenceEncoder::SequenceEncoder(neural::ModelConfig config, neural::TransformerWeights weights)
    : config_(std::move(config)),
      transformer_(
          std::make_unique<const neural::Transformer>(config_.transformer, std::move(weights))) {}

base::Result<SequenceEncoder> SequenceEncoder::of(neural::ModelFolder model) {
  if (!model.config.pooling) {
    return base::fail("the model does not say how vectors of tokens become one", {},
                      "\"pooling\" in config.json is mean, max or first");
  }
  return SequenceEncoder(std::move(model.config), std::move(model.weights));
}

base::Result<SequenceEncoder> SequenceEncoder::open(const std::string& folder) {
  auto model = neural::ModelFolder::read(folder);
  if (!model) return std::unexpected(model.error());
  return of(*std::move(model));
}

base::Result<void> SequenceEncoder::run(std::span<const std::vector<neural::TokenId>> sequences,
                                        const TakeRows& take, unsigned threads) const {
  std::vector<TokenSequence> all;
  for (const auto& tokens : sequences) all.push_back({.tokens = tokens});
  return run_sequences(*transformer_, all, take, threads);
}

base::Result<std::vector<float>> SequenceEncoder::embed(
    std::span<const std::vector<neural::TokenId>> sequences, int threads) const {
  std::vector<float> vectors(sequences.size() * width());
  const auto pool = [&](std::size_t number, std::span<const float> rows) {
    return pool_tokens(rows.data(), rows.size() / width(), width(), *config_.pooling,
                       vectors.data() + number * width());
  };
  if (auto done = run(sequences, pool, static_cast<unsigned>(std::max(threads, 0))); !done) {
    return std::unexpected(std::move(done.error()));
  }
  return vectors;
}

}  // namespace noether::embedding
