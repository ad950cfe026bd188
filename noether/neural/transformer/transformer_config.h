// The structure of a transformer. Encoders of expressions, BERT, ALBERT, RoBERTa, DistilBERT, GPT-2
// and LLaMA are values of this one type.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "noether/neural/kernels/activations.h"
#include "noether/neural/kernels/norms.h"

namespace noether::neural {

// Whether the norm applies to the input of attention and feed-forward, or to their output with the
// input added.
enum class NormPlace : std::uint8_t { Before, After };

enum class Positions : std::uint8_t { None, Learned, Rotary };

// The heads that are computed from hidden states.
struct HeadsConfig {
  // Masked words: a linear layer, an activation, a norm, then scores of all tokens.
  bool words = false;
  bool words_tied = true;  // scores by the token embeddings, without separate weights
  Activation words_activation = Activation::GeluErf;
  // For the first token: a linear layer and this activation. Order and classes are linear layers
  // after it.
  std::optional<Activation> pooler;
  bool order = false;         // two scores: sentences in order, or swapped
  std::uint32_t classes = 0;  // scores; 0: no such head
  // The next token: scores of all tokens.
  bool next = false;
  bool next_tied = true;

  friend bool operator==(const HeadsConfig&, const HeadsConfig&) = default;
};

struct TransformerConfig {
  std::uint32_t vocabulary = 0;
  std::uint32_t layers = 6;
  std::uint32_t stored_layers = 6;  // fewer when neighbours share their weights
  std::uint32_t width = 256;
  std::uint32_t heads = 8;
  std::uint32_t key_value_heads = 8;  // each is shared by heads / key_value_heads
  std::uint32_t head_size = 32;
  std::uint32_t feed_forward = 1024;
  bool gated = false;  // the feed-forward multiplies an activated part by another
  Activation activation = Activation::Relu;
  bool biases = true;  // in linear layers
  bool causal = false;

  NormPlace norm_place = NormPlace::Before;
  NormKind norm = NormKind::Layer;
  float norm_epsilon = 1e-5F;
  bool embedding_norm = false;
  bool final_norm = true;

  Positions positions = Positions::Learned;
  std::uint32_t max_positions = 64;   // the most tokens of a sequence
  std::uint32_t position_offset = 0;  // rows of the table before that of the first token
  double rotary_base = 10'000;

  std::uint32_t embedding_width = 256;  // if narrower than `width`, a linear layer widens it
  std::uint32_t segments = 0;           // kinds of tokens that have embeddings; 0: no kinds
  std::uint32_t features = 0;           // numbers of a token in addition to its id; 0: no features

  HeadsConfig head;

  // Layers 0 to layers - 1 have the weights 0 to stored_layers - 1; neighbours share the same.
  std::size_t stored_layer(std::size_t layer) const { return layer * stored_layers / layers; }
  std::size_t attention_rows() const {
    return std::size_t{head_size} * (heads + 2 * key_value_heads);
  }

  // The first setting that is out of bounds or inconsistent.
  std::optional<std::string> problem() const;

  friend bool operator==(const TransformerConfig&, const TransformerConfig&) = default;
};

inline constexpr std::uint32_t kMaxVocabulary = 1 << 20;
inline constexpr std::uint32_t kMaxLayers = 128;
inline constexpr std::uint32_t kMaxWidth = 8192;
inline constexpr std::uint32_t kMaxFeedForward = 32768;
inline constexpr std::uint32_t kMaxPositions = 1 << 17;
inline constexpr std::uint32_t kMaxSegments = 256;
inline constexpr std::uint32_t kMaxFeatures = 8192;
inline constexpr std::uint32_t kMaxClasses = 1 << 16;

}  // namespace noether::neural
