// Random weights of any config, for tests and benchmarks.
#pragma once

#include <cmath>
#include <cstdint>
#include <random>
#include <string>

#include "noether/neural/transformer/transformer_weights.h"
#include "noether/neural/transformer/weight_visitor.h"

namespace noether::neural {

class RandomFilling {
 public:
  explicit RandomFilling(std::uint32_t seed) : random_(seed) {}

  void embedding(const std::string& name, Matrix& to, std::size_t rows, std::size_t columns) {
    matrix(name, to, rows, columns);
    for (float& value : to.values) value *= std::sqrt(static_cast<float>(columns));
  }
  void matrix(const std::string& /*name*/, Matrix& to, std::size_t rows, std::size_t columns) {
    to.rows = rows;
    to.columns = columns;
    draw(to.values, rows * columns, 0, 1 / std::sqrt(static_cast<float>(columns)));
  }
  void table(const std::string& /*name*/, std::vector<float>& to, std::size_t rows,
             std::size_t columns) {
    draw(to, rows * columns, 0, 0.5F);
  }
  void list(const std::string& name, std::vector<float>& to, std::size_t size) {
    draw(to, size, name.ends_with("weight") ? 1.0F : 0.0F, 0.1F);
  }

 private:
  void draw(std::vector<float>& values, std::size_t size, float mean, float spread) {
    std::normal_distribution<float> distribution(mean, spread);
    values.resize(size);
    for (float& value : values) value = distribution(random_);
  }
  std::mt19937 random_;
};

inline TransformerWeights random_weights(const TransformerConfig& config, std::uint32_t seed = 1) {
  TransformerWeights weights;
  weights.layers.resize(config.stored_layers);
  RandomFilling filling(seed);
  visit_weights(weights, config, filling);
  return weights;
}

// The shape of all-MiniLM-L6-v2.
inline TransformerConfig minilm_config() {
  TransformerConfig config;
  config.vocabulary = 30'522;
  config.width = config.embedding_width = 384;
  config.heads = config.key_value_heads = 12;
  config.feed_forward = 1536;
  config.activation = Activation::GeluErf;
  config.norm_place = NormPlace::After;
  config.norm_epsilon = 1e-12F;
  config.embedding_norm = true;
  config.final_norm = false;
  config.max_positions = 512;
  config.segments = 2;
  return config;
}

}  // namespace noether::neural
