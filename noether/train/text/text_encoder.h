// A transformer of neural::TransformerConfig with LibTorch, for training: neural::Transformer
// computes the same hidden states without it.
#pragma once

#include <torch/types.h>

#include <optional>
#include <string>
#include <vector>

#include "noether/neural/transformer/transformer_config.h"
#include "noether/neural/transformer/transformer_weights.h"
#include "noether/train/core/packed_batch.h"
#include "noether/train/core/parameters.h"

namespace noether::train {

// Why this transformer cannot be trained here, where it cannot.
std::optional<std::string> training_problem(const neural::TransformerConfig& config);

// The parameters of hidden states and these heads, under the names of weight_visitor.h; other heads
// are not changed.
std::vector<ParameterSpec> text_parameters(const neural::TransformerConfig& config,
                                           const neural::HeadsConfig& heads = {});
// The numbers of these parameters, one after the other, and back into float32 weights.
torch::Tensor flat_weights(const neural::TransformerConfig& config,
                           const neural::TransformerWeights& weights,
                           const neural::HeadsConfig& heads = {});
void set_weights(const neural::TransformerConfig& config, const torch::Tensor& flat,
                 neural::TransformerWeights& weights, const neural::HeadsConfig& heads = {});

torch::Tensor activated(neural::Activation activation, const torch::Tensor& x);

// The last hidden states: one row for each token, in the batch's order and in the type of the
// weights. `dropout` is the share of the embeddings and of each branch's values that is left out.
torch::Tensor hidden_states(const neural::TransformerConfig& config, const ParameterViews& weights,
                            const PackedBatch& batch, double dropout = 0);

}  // namespace noether::train
