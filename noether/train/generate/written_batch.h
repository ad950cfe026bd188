// Sequences of a batch as a decoder reads them, and how well it says which token comes next.
#pragma once

#include <torch/types.h>

#include <span>

#include "noether/neural/transformer/transformer_config.h"
#include "noether/train/core/packed_batch.h"
#include "noether/train/core/parameters.h"
#include "noether/train/generate/written_sampler.h"

namespace noether::train {

struct WrittenBatch {
  PackedBatch packed;
  torch::Tensor rows;   // int64, of the tokens whose next one is learnt
  torch::Tensor words;  // int64, that next token

  WrittenBatch to(torch::Device device) const;
};

WrittenBatch pack_written(std::span<const WrittenSequence> sequences, bool pinned);

// A score of each token of the vocabulary for each hidden state, in float32 at least.
torch::Tensor next_scores(const neural::TransformerConfig& config, const ParameterViews& weights,
                          const torch::Tensor& rows);

// The mean of the cross-entropy of the tokens that are learnt.
torch::Tensor next_loss(const neural::TransformerConfig& config, const ParameterViews& weights,
                        const WrittenBatch& batch, double dropout);

}  // namespace noether::train
