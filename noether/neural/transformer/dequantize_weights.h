// float32 weights of int8 ones.
#pragma once

#include "noether/neural/transformer/transformer_weights.h"

namespace noether::neural {

void dequantize_weights(TransformerWeights& weights, const TransformerConfig& config);

}  // namespace noether::neural
