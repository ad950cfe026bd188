// Sequences of a batch of pre-training as tensors, and the losses of a model on them.
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <span>

#include "noether/neural/transformer/transformer_config.h"
#include "noether/train/core/packed_batch.h"
#include "noether/train/core/parameters.h"
#include "noether/train/pretrain/sequence_sampler.h"

namespace noether::train {

struct MaskedBatch {
  PackedBatch packed;
  // All int64: rows of the hidden tokens, and their true values.
  torch::Tensor rows;
  torch::Tensor words;
  // Rows of the first tokens of sequences with two segments; 1 where these are swapped, else 0.
  torch::Tensor first_rows;
  torch::Tensor swapped;

  MaskedBatch to(torch::Device device) const;
};

// None of the sequences is empty.
MaskedBatch pack_masked(std::span<const MaskedSequence> sequences, bool pinned);

// Scores of heads, as neural::TransformerHeads computes them: of all tokens of the vocabulary for
// each row of hidden states, and of both orders by the first token's.
torch::Tensor word_scores(const neural::TransformerConfig& config, const ParameterViews& weights,
                          const torch::Tensor& rows);
torch::Tensor order_scores(const neural::TransformerConfig& config, const ParameterViews& weights,
                           const torch::Tensor& first_rows);

// The results of a model for a batch. Losses are means, in float32, or in float64 if the weights
// are.
struct MaskedLosses {
  torch::Tensor words;  // over the tokens that are to be found
  torch::Tensor order;  // over the sequences with two segments; 0 where there are none
};
// `config` has the heads; that of order is left out where the batch has no segments.
MaskedLosses masked_losses(const neural::TransformerConfig& config, const ParameterViews& weights,
                           const MaskedBatch& batch, double dropout = 0);

}  // namespace noether::train
