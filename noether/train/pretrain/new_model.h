// New models with random initial weights, as in BERT.
#pragma once

#include <cstdint>

#include "noether/base/error.h"
#include "noether/neural/model/model_folder.h"
#include "noether/neural/pieces/tokenized_pieces.h"
#include "noether/train/pretrain/pretrain_config.h"

namespace noether::train {

// Returns the shape that the configuration describes, without weights, or an error that names the
// inconsistent settings.
base::Result<neural::ModelConfig> new_model_config(const PretrainConfig& config,
                                                   const neural::TokenizerFacts& tokenizer);

// Adds the heads for pre-training that the model lacks. Returns an error if its family has no such
// heads.
base::Result<void> add_heads(neural::ModelConfig& model, bool has_order);

// Fills empty weights: matrices and embeddings with random numbers of standard deviation 0.02,
// norms with ones, all others with zeros. Each weight depends on the seed, but not on which others
// are empty.
void fill_missing_weights(const neural::TransformerConfig& config,
                          neural::TransformerWeights& weights, std::uint64_t seed);

}  // namespace noether::train
