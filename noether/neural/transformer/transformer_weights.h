// The numbers of a transformer, named and checked, as stored in its file of weights, and the
// conversion of int8 numbers to float32; quantize_weights.h makes int8 ones.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/neural/kernels/matrix.h"
#include "noether/neural/tensor/safetensors.h"
#include "noether/neural/tensor/tensor_set.h"
#include "noether/neural/transformer/transformer_config.h"

namespace noether::neural {

struct LayerWeights {
  NormWeights norm1;
  LinearWeights attention_in;  // queries, keys, values
  LinearWeights attention_out;
  NormWeights norm2;
  LinearWeights feed_forward_in;  // of gated ones the activated part, then the other
  LinearWeights feed_forward_out;
};

struct HeadWeights {
  LinearWeights words_transform;
  NormWeights words_norm;
  Matrix words_decoder;  // empty if it is tied
  std::vector<float> words_bias;
  LinearWeights pooler;
  LinearWeights order;
  LinearWeights classes;
  Matrix next_decoder;  // empty if it is tied
};

struct TransformerWeights {
  Matrix token_embedding;                 // a row for each token
  std::vector<float> position_embedding;  // a row for each position
  std::vector<float> segment_embedding;   // a row for each kind of tokens
  NormWeights embedding_norm;
  LinearWeights embedding_projection;  // empty if embeddings have the full width
  LinearWeights values;                // of features; empty if there are none
  std::vector<LayerWeights> layers;
  NormWeights final_norm;
  HeadWeights head;

  // Every tensor of the config must exist in its shape with only finite numbers. Other tensors of
  // the set stay unused.
  static base::Result<TransformerWeights> from(TensorSet& tensors, const TransformerConfig& config);
  // Tensors that refer to these weights.
  std::vector<Tensor> tensors(const TransformerConfig& config) const;

  bool is_int8() const { return !layers.empty() && layers[0].attention_in.weight.is_int8(); }
};

// Converts int8 weights to float32.
void dequantize_weights(TransformerWeights& weights, const TransformerConfig& config);

}  // namespace noether::neural
