// A transformer that runs: hidden states of every token of a batch, and scores of its heads.
// A batch is a concatenation of sequences, without padding. Weights are float32, whose products
// OpenBLAS computes, or int8. Results of int8 weights do not depend on the rest of the batch.
// Immutable: any number of threads may run it, each with its own workspace.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "noether/neural/kernels/attention.h"
#include "noether/neural/kernels/int8_attention.h"
#include "noether/neural/kernels/linear.h"
#include "noether/neural/kernels/norms.h"
#include "noether/neural/kernels/rotary.h"
#include "noether/neural/token.h"
#include "noether/neural/transformer/transformer_config.h"
#include "noether/neural/transformer/transformer_weights.h"

namespace noether::neural {

// Scores that are computed from hidden states.
class TransformerHeads {
 public:
  TransformerHeads() = default;
  // Tied heads refer to `token_embedding`, which must keep its address.
  TransformerHeads(const TransformerConfig& config, HeadWeights weights,
                   const Matrix* token_embedding);

  // `rows` are hidden states. Each function is for transformers whose config has the head.
  // A score of each token of the vocabulary for each row.
  std::vector<float> words(std::span<const float> rows) const;
  std::vector<float> next(std::span<const float> rows) const;
  // For the first token of a sequence; the result has the same width.
  std::vector<float> pooled(std::span<const float> first) const;
  std::vector<float> order(std::span<const float> pooled) const;
  std::vector<float> classes(std::span<const float> pooled) const;

 private:
  // A separate linear layer, or the token embeddings with a bias.
  struct Decoder {
    std::optional<Linear> own;
    const Matrix* tied = nullptr;
    std::vector<float> bias;
  };
  static Decoder decoder_of(const Matrix* tied, Matrix own, std::vector<float> bias,
                            std::size_t rows);
  std::vector<float> decode(const Decoder& decoder, std::span<const float> rows) const;
  std::vector<float> apply(const Linear& linear, std::span<const float> rows) const;

  HeadsConfig config_;
  std::size_t vocabulary_ = 0;
  std::size_t embedding_width_ = 0;
  std::optional<Linear> words_transform_;
  Norm words_norm_;
  Decoder words_;
  std::optional<Linear> pooler_;
  std::optional<Linear> order_;
  std::optional<Linear> classes_;
  Decoder next_;
};

// Keys and values of the tokens that a causal transformer has seen, so that the next one need not
// compute them again.
struct KeyValueCache {
  struct OfLayer {
    std::vector<float> keys;  // a row for each token
    std::vector<float> values;
  };
  std::vector<OfLayer> layers;
  std::size_t tokens = 0;
};

// OpenBLAS has buffers for this many threads.
inline constexpr unsigned kMostTransformerThreads = 64;

struct TokenBatch {
  std::span<const TokenId> tokens;           // of all sequences
  std::span<const std::size_t> lengths;      // of each
  std::span<const std::uint8_t> segments{};  // of each token; empty: all belong to segment 0
  std::span<const float> features{};         // config.features for each token
};

// The precision of the inputs of int8 weights. Sixteen bits take twice the work of eight and have
// almost no error. The attention of encoders with int8 weights also uses 8 bits, or floats.
struct TokenRounding {
  Linear::TokenBits inputs = Linear::TokenBits::Eight;
  Linear::TokenBits behind_activation = Linear::TokenBits::Eight;
  bool int8_attention = true;
};

// The matrices of a layer, by their inputs.
enum class LayerMatrix : std::uint8_t { AttentionIn, AttentionOut, FeedForwardIn, FeedForwardOut };

class Transformer {
 public:
  // The weights must fit the config, which must have no problem().
  Transformer(const TransformerConfig& config, TransformerWeights weights,
              TokenRounding rounding = {});

  struct Workspace {
    std::vector<float> hidden;  // one row for each token
    std::vector<float> normed;
    std::vector<float> inner;  // queries, keys and values; later the inner feed-forward values
    std::vector<float> gated;
    std::vector<float> narrow;  // embeddings before they have the full width
    std::vector<std::size_t> positions;
    Linear::Workspace linear;
    AttentionWorkspace attention;
    Int8AttentionWorkspace int8_attention;
    // If set, called with the input rows of each matrix of a stored layer.
    std::function<void(std::size_t layer, LayerMatrix, std::span<const float> rows)> observer;
  };

  const TransformerConfig& config() const { return config_; }
  const TransformerHeads& heads() const { return heads_; }

  // The reason why a batch cannot be run: a token beyond the vocabulary, or a sequence that is
  // empty or too long.
  std::optional<std::string> problem_with(const TokenBatch& batch) const;

  // Returns config().width numbers for each token; they stay in the workspace until it is used
  // again. The batch must have no problem_with it.
  std::span<float> run(const TokenBatch& batch, Workspace& workspace) const;
  // Like run, but returns only the numbers of the token at `place` in each sequence, which must
  // have one. The last layer computes little more than keys and values for the other tokens.
  std::span<float> run_one(const TokenBatch& batch, std::size_t place, Workspace& workspace) const;
  // Runs a causal transformer on the tokens that follow those in the cache, and adds them to the
  // cache.
  std::span<float> extend(std::span<const TokenId> tokens, KeyValueCache& cache,
                          Workspace& workspace) const;
  // The same for several sequences, each with its own cache.
  std::span<float> extend(const TokenBatch& batch, std::span<KeyValueCache* const> caches,
                          Workspace& workspace) const;
  KeyValueCache new_cache() const;

  // The input of the layers, for tests.
  std::span<float> embed(const TokenBatch& batch, Workspace& workspace) const;

 private:
  struct Layer {
    Norm norm1;
    Linear attention_in;
    Linear attention_out;
    Norm norm2;
    Linear feed_forward_in;
    Linear feed_forward_out;
  };

  // One for each sequence that continues; empty if all are complete.
  using Caches = std::span<KeyValueCache* const>;
  // With a place, the result has a row for the token at this place of each sequence only.
  using Place = std::optional<std::size_t>;
  std::span<float> through_layers(std::span<const std::size_t> lengths, Caches caches, Place place,
                                  Workspace& workspace) const;
  // Keeps the hidden states of one token of each sequence.
  void keep_one(std::span<const std::size_t> lengths, std::size_t place,
                Workspace& workspace) const;
  void add_embeddings(const TokenBatch& batch, std::span<const std::size_t> positions,
                      float* to) const;
  void start(const TokenBatch& batch, Caches caches, Workspace& workspace) const;
  void attend_layer(const Layer& layer, std::size_t number, std::span<const std::size_t> lengths,
                    Caches caches, Place place, float* from, Workspace& workspace) const;
  void feed_forward(const Layer& layer, const float* from, Workspace& workspace) const;
  void apply(const Layer& layer, LayerMatrix matrix, const float* from, Linear::Finish finish,
             float* to, Workspace& workspace) const;

  TransformerConfig config_;
  bool int8_attention_ = false;
  std::unique_ptr<const Matrix> token_embedding_;  // heads may refer to it
  std::vector<float> position_embedding_;
  std::vector<float> segment_embedding_;
  std::optional<Norm> embedding_norm_;
  std::optional<Linear> embedding_projection_;
  std::optional<Linear> values_;
  std::vector<Layer> layers_;
  std::optional<Norm> final_norm_;
  Rotary rotary_;
  TransformerHeads heads_;
};

}  // namespace noether::neural
