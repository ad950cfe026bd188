// int8 weights of float32 ones; dequantize_weights.h leads back.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "noether/neural/token.h"
#include "noether/neural/transformer/dequantize_weights.h"
#include "noether/neural/transformer/transformer_weights.h"

namespace noether::neural {

// Each row of each matrix becomes whole multiples of 1/127 of its largest number; norms and biases
// stay float32. A row that is whole multiples of something already loses nothing: models trained
// so, and those that dequantize_weights made. The table of tokens is rounded only when asked.
enum class TokenTable : std::uint8_t { Keep, Round };
void quantize_weights(TransformerWeights& weights, const TransformerConfig& config,
                      TokenTable table);
// The same, but weights of the layers make up for each other's rounding (compensated_rounding.h),
// as they best do for these sequences of tokens: none is empty, and the model reads no features.
// They must be of texts such as the model will read: tokens by chance make it worse than no sample.
void quantize_weights(TransformerWeights& weights, const TransformerConfig& config,
                      TokenTable table, std::span<const std::vector<TokenId>> sample);

}  // namespace noether::neural
