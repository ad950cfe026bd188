// Vectors of sequences of token ids from any model with pooling: the basis of encoders of text.
// Immutable: any number of threads may embed at the same time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/neural/model/model_folder.h"
#include "noether/neural/token.h"
#include "noether/neural/transformer/transformer.h"

namespace noether::embedding {

// Computes one vector of length 1 from the vectors of tokens. `rows` has `count` rows, at least
// one, of `width` numbers each, a multiple of 4. Returns false if the vector has no direction,
// because it is not finite, or zero.
bool pool_tokens(const float* rows, std::size_t count, std::size_t width, neural::Pooling pooling,
                 float* out);

struct TokenSequence {
  std::span<const neural::TokenId> tokens;
  std::span<const std::uint8_t> segments{};  // of each token; empty: all belong to segment 0
};

// Receives the number of a sequence with a row of the transformer's width for each of its tokens,
// on any thread. Returns whether the rows are valid.
using TakeRows = std::function<bool(std::size_t sequence, std::span<const float> rows)>;

// The number of tokens that go through the layers together. A longer sequence is alone in its
// batch.
inline constexpr std::size_t kTokensAtOnce = 256;

// Runs sequences in batches without padding, of about `tokens_at_once` tokens.
base::Result<void> run_sequences(const neural::Transformer& transformer,
                                 std::span<const TokenSequence> sequences, const TakeRows& take,
                                 unsigned threads, std::size_t tokens_at_once = kTokensAtOnce);

class SequenceEncoder {
 public:
  // Returns an error if the config of the model does not specify the pooling.
  static base::Result<SequenceEncoder> of(neural::ModelFolder model);
  // Opens a folder in our format.
  static base::Result<SequenceEncoder> open(const std::string& folder);

  std::size_t width() const { return transformer_->config().width; }
  const neural::ModelConfig& config() const { return config_; }
  const neural::Transformer& transformer() const { return *transformer_; }

  // Sequences must contain the special tokens of the model, and have at most
  // config().sequence_tokens tokens.
  base::Result<void> run(std::span<const std::vector<neural::TokenId>> sequences,
                         const TakeRows& take, unsigned threads = 1) const;

  // Returns a vector of length 1 for each sequence; all tokens of a sequence count.
  base::Result<std::vector<float>> embed(std::span<const std::vector<neural::TokenId>> sequences,
                                         int threads = 1) const;

 private:
  SequenceEncoder(neural::ModelConfig config, neural::TransformerWeights weights);

  neural::ModelConfig config_;
  std::unique_ptr<const neural::Transformer> transformer_;
};

}  // namespace noether::embedding
