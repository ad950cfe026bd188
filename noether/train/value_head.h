// What the encoder learns beside telling expressions apart: what they are worth.
//
// Every token begins a part of its expression, and its last hidden state says, by one linear layer,
// at which of TokenValues' points that part has a value and which one. Part by part this teaches
// what the operators do, which contrasts between whole expressions tell only in the end. The layer
// is used while training and is no part of the model.
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <span>
#include <vector>

#include "noether/train/packed_batch.h"
#include "noether/train/parameters.h"
#include "noether/train/variety/token_values.h"

namespace noether::train {

std::vector<ParameterSpec> value_head_parameters(std::int64_t width);

// The value of each token's part at each point, for the tokens of `batch` in its order, as its
// hyperbolic arc sine; not a number where it has none, infinite for tokens that begin no part.
torch::Tensor value_targets(const TokenValues& values,
                            std::span<const std::span<const std::uint16_t>> expressions,
                            const PackedBatch& batch, bool pinned);

// `hidden` as encode_tokens gives it.
torch::Tensor value_loss(const ParameterViews& weights, const torch::Tensor& hidden,
                         const torch::Tensor& targets);

}  // namespace noether::train
