// Small encoders for tests.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "noether/neural/token.h"
#include "noether/neural/transformer/random_transformer.h"
#include "noether/neural/transformer/transformer_config.h"

namespace noether::train {

// As in BERT: the norm after each block and after the embeddings, GELU, two segments.
inline neural::TransformerConfig tiny_bert(std::uint32_t vocabulary = 50) {
  neural::TransformerConfig config = neural::minilm_config();
  config.vocabulary = vocabulary;
  config.layers = config.stored_layers = 2;
  config.width = config.embedding_width = 16;
  config.heads = config.key_value_heads = 2;
  config.head_size = 8;
  config.feed_forward = 24;
  config.max_positions = 40;
  return config;
}

inline std::vector<std::vector<neural::TokenId>> random_texts(std::size_t count,
                                                              std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<std::vector<neural::TokenId>> texts(count);
  for (auto& text : texts) {
    text.resize(1 + random() % 20);
    for (auto& token : text) token = static_cast<neural::TokenId>(random() % 50);
  }
  return texts;
}

}  // namespace noether::train
