// The numbers of an encoder, named and checked, as they stand in its file of weights.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/neural/model_config.h"
#include "noether/neural/safetensors.h"

namespace noether::neural {

// A row for each output channel: float32, or int8 with a scale for each row.
struct Matrix {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<float> values;           // empty when it is int8
  std::vector<std::int8_t> quantized;  // empty when it is float32
  std::vector<float> scales;

  bool is_int8() const { return !quantized.empty(); }
};

struct LinearWeights {
  Matrix weight;
  std::vector<float> bias;
};

struct NormWeights {
  std::vector<float> weight;
  std::vector<float> bias;
};

struct LayerWeights {
  NormWeights norm1;
  LinearWeights attention_in;  // queries, keys, values
  LinearWeights attention_out;
  NormWeights norm2;
  LinearWeights feed_forward_in;
  LinearWeights feed_forward_out;
};

struct EncoderWeights {
  std::vector<float> token_embedding;     // a row for each token
  std::vector<float> position_embedding;  // a row for each position
  LinearWeights values;                   // of features; empty where the model reads tokens alone
  std::vector<LayerWeights> layers;
  NormWeights final_norm;

  // Every tensor must be there in its shape and have only finite numbers, and no others may be.
  static base::Result<EncoderWeights> from(const Safetensors& file, const ModelConfig& config,
                                           std::size_t vocabulary);
  // Tensors that look into these weights.
  std::vector<Tensor> tensors(const ModelConfig& config) const;

  bool is_int8() const { return !layers.empty() && layers[0].attention_in.weight.is_int8(); }
};

}  // namespace noether::neural
