// int8 weights of float32 ones; dequantize_weights.h leads back.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "noether/neural/token.h"
#include "noether/neural/transformer/dequantize_weights.h"
#include "noether/neural/transformer/transformer_weights.h"

namespace noether::neural {

// Each row of each matrix becomes integer multiples of 1/127 of its largest number; norms and
// biases stay float32. A row that already consists of integer multiples of a scale is kept exactly:
// this holds for models trained on the grid and for those that dequantize_weights made. The table
// of tokens is rounded only on request.
enum class TokenTable : std::uint8_t { Keep, Round };
void quantize_weights(TransformerWeights& weights, const TransformerConfig& config,
                      TokenTable table);
// The same, but weights of the layers compensate for each other's rounding
// (compensated_rounding.h), optimised for these sequences of tokens: none is empty, and the model
// reads no features. They must come from texts like those that the model will read: random tokens
// are worse than no sample.
void quantize_weights(TransformerWeights& weights, const TransformerConfig& config,
                      TokenTable table, std::span<const std::vector<TokenId>> sample);

}  // namespace noether::neural
