// Small decoders with random weights, for tests.
#pragma once

#include <string>
#include <utility>

#include "noether/neural/generate/generator.h"
#include "noether/neural/tokenizer/learn_byte_pairs.h"
#include "noether/neural/transformer/quantize_weights.h"
#include "noether/neural/transformer/random_transformer.h"

namespace noether::neural {

// The shape of GPT-2 with these numbers.
inline TransformerConfig tiny_gpt2(std::uint32_t vocabulary, std::uint32_t positions = 64) {
  TransformerConfig config;
  config.vocabulary = vocabulary;
  config.layers = config.stored_layers = 2;
  config.width = config.embedding_width = 32;
  config.heads = config.key_value_heads = 4;
  config.head_size = 8;
  config.feed_forward = 64;
  config.activation = Activation::GeluTanh;
  config.causal = true;
  config.max_positions = positions;
  config.head.next = true;
  return config;
}

inline TransformerWeights tiny_decoder_weights(const TransformerConfig& config) {
  TransformerWeights weights = random_weights(config, 7);
  // With tied embeddings of the usual size the decoder would repeat one token forever.
  for (float& value : weights.token_embedding.values) value *= 0.15F;
  return weights;
}

inline Generator tiny_generator(bool int8 = false, std::uint32_t positions = 64) {
  tokens::BytePairLearner learner;
  for (int i = 0; i < 3; ++i) learner.add("PROBLEM: what is a sum of two sums? SOLUTION: a sum.");
  auto tokenizer = learner.learn(280).value();
  ModelConfig model;
  model.family = ModelFamily::Gpt2;
  model.transformer = tiny_gpt2(static_cast<std::uint32_t>(tokenizer.size()), positions);
  model.end_token = 0;
  TransformerWeights weights = tiny_decoder_weights(model.transformer);
  if (int8) quantize_weights(weights, model.transformer, TokenTable::Round);
  return Generator(model, Transformer(model.transformer, std::move(weights)), std::move(tokenizer));
}

}  // namespace noether::neural
