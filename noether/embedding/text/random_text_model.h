// A model folder of texts with random weights, for tests.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "noether/base/file_system.h"
#include "noether/embedding/text/text_encoder.h"
#include "noether/embedding/text/token_codes.h"
#include "noether/neural/model/model_folder.h"
#include "noether/neural/transformer/quantize_weights.h"
#include "noether/neural/transformer/random_transformer.h"

namespace noether::embedding {

inline std::string tokenizer_folder(const std::string& name) {
  return std::string(NOETHER_SOURCE_DIR) + "/noether/neural/tokenizer/testdata/" + name;
}

// A small transformer for the ids of the tokenizer. The caller has to fill in the weights.
inline neural::ModelFolder small_text_model(const std::string& folder, const std::string& tokenizer,
                                            std::uint32_t sequence_tokens) {
  neural::ModelFolder model;
  neural::TransformerConfig& config = model.config.transformer;
  config = neural::minilm_config();
  config.layers = config.stored_layers = 2;
  config.width = config.embedding_width = 32;
  config.heads = config.key_value_heads = 4;
  config.head_size = 8;
  config.feed_forward = 64;
  config.max_positions = sequence_tokens;
  config.vocabulary = static_cast<std::uint32_t>(
      neural::tokens::Tokenizer::open(tokenizer_folder(tokenizer)).value().size());
  model.config.sequence_tokens = sequence_tokens;
  model.config.tokenizer_file = neural::copy_tokenizer(tokenizer_folder(tokenizer), folder).value();
  return model;
}

// Uses the tokenizer in the folder `tokenizer` of testdata.
inline void write_random_text_model(const std::string& folder, std::uint32_t seed = 1,
                                    const std::string& tokenizer = "bert-uncased",
                                    std::uint32_t sequence_tokens = 64) {
  neural::ModelFolder model = small_text_model(folder, tokenizer, sequence_tokens);
  model.weights = neural::random_weights(model.config.transformer, seed);
  model.config.pooling = neural::Pooling::Mean;
  ASSERT_TRUE(model.write(folder));
}

struct RandomCrossEncoder {
  std::uint32_t seed = 1;
  std::string tokenizer = "bert-uncased";
  std::uint32_t sequence_tokens = 64;
  std::uint32_t classes = 1;
  bool int8 = false;
};
inline void write_random_cross_encoder(const std::string& folder,
                                       const RandomCrossEncoder& of = {}) {
  neural::ModelFolder model = small_text_model(folder, of.tokenizer, of.sequence_tokens);
  neural::TransformerConfig& config = model.config.transformer;
  if (of.classes > 0) config.head.pooler = neural::Activation::Tanh;
  config.head.classes = of.classes;
  model.weights = neural::random_weights(config, of.seed);
  if (of.int8) neural::quantize_weights(model.weights, config, neural::TokenTable::Round);
  ASSERT_TRUE(model.write(folder));
}

// The same with token codes, which are fitted to the tokens of a few texts.
inline void write_random_text_model_with_codes(const std::string& folder, std::uint32_t seed = 1) {
  write_random_text_model(folder, seed);
  const TextEncoder encoder = TextEncoder::open(folder).value();
  std::vector<std::vector<neural::TokenId>> sequences;
  for (neural::TokenId i = 0; i < 20; ++i) {
    auto& sequence = sequences.emplace_back();
    for (neural::TokenId j = 0; j < 30; ++j) sequence.push_back(5 + (37 * i + 11 * j) % 900);
  }
  const auto vectors = encoder.token_vectors(sequences).value();
  ASSERT_TRUE(TokenCodes::fit(vectors, encoder.width(), 16)
                  .value()
                  .write(folder + "/" + std::string(TokenCodes::kFile)));
}

}  // namespace noether::embedding
