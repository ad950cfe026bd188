// A model folder with random weights, for tests.
#pragma once

#include <cmath>
#include <cstdint>
#include <random>
#include <string>

#include "noether/embedding/expression_model.h"
#include "noether/embedding/values/part_values.h"

namespace noether::embedding {

inline ExpressionModelConfig tiny_model_config() {
  ExpressionModelConfig config;
  config.layers = 2;
  config.width = 32;
  config.heads = 4;
  config.feed_forward = 64;
  return config;
}

inline ExpressionModel random_model(const ExpressionModelConfig& config = tiny_model_config(),
                                    std::uint32_t seed = 1) {
  ExpressionModel model{config, ExpressionTokenizer::standard(), {}, 0};
  std::mt19937 random(seed);
  const auto draw = [&](std::vector<float>& values, std::size_t size, double mean, double spread) {
    std::normal_distribution<double> distribution(mean, spread);
    values.resize(size);
    for (float& value : values) value = static_cast<float>(distribution(random));
  };
  const auto norm = [&](neural::NormWeights& to) {
    draw(to.weight, config.width, 1, 0.1);
    draw(to.bias, config.width, 0, 0.1);
  };
  const auto linear = [&](neural::LinearWeights& to, std::size_t rows, std::size_t columns) {
    to.weight.rows = rows;
    to.weight.columns = columns;
    draw(to.weight.values, rows * columns, 0, 1 / std::sqrt(static_cast<double>(columns)));
    draw(to.bias, rows, 0, 0.1);
  };
  neural::TransformerWeights& weights = model.weights;
  weights.token_embedding.rows = model.tokenizer.size();
  weights.token_embedding.columns = config.width;
  draw(weights.token_embedding.values, model.tokenizer.size() * config.width, 0, 1);
  draw(weights.position_embedding, std::size_t{config.positions} * config.width, 0, 0.5);
  if (config.inputs == Inputs::Values) linear(weights.values, config.width, kValueFeatures);
  for (neural::LayerWeights& layer : (weights.layers.resize(config.layers), weights.layers)) {
    norm(layer.norm1);
    linear(layer.attention_in, 3 * std::size_t{config.width}, config.width);
    linear(layer.attention_out, config.width, config.width);
    norm(layer.norm2);
    linear(layer.feed_forward_in, config.feed_forward, config.width);
    linear(layer.feed_forward_out, config.width, config.feed_forward);
  }
  norm(weights.final_norm);
  return model;
}

// Writes a folder for ExpressionEncoder::open.
inline base::Result<void> write_random_model(
    const std::string& folder, const ExpressionModelConfig& config = tiny_model_config(),
    std::uint32_t seed = 1) {
  return random_model(config, seed).write(folder);
}

}  // namespace noether::embedding
