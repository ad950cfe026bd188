// Heads of a transformer: scores that are computed of hidden states.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "noether/neural/kernels/linear.h"
#include "noether/neural/kernels/norms.h"
#include "noether/neural/transformer/transformer_config.h"
#include "noether/neural/transformer/transformer_weights.h"

namespace noether::neural {

class TransformerHeads {
 public:
  TransformerHeads() = default;
  // Tied heads look into `token_embedding`, which stays where it is.
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

}  // namespace noether::neural
