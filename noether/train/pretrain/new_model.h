// Models that begin with random weights, as those of BERT do.
#pragma once

#include <cstdint>

#include "noether/base/error.h"
#include "noether/neural/model/model_folder.h"
#include "noether/neural/pieces/tokenized_pieces.h"
#include "noether/train/pretrain/pretrain_config.h"

namespace noether::train {

// The shape of the configuration, without weights. An error names what does not fit.
base::Result<neural::ModelConfig> new_model_config(const PretrainConfig& config,
                                                   const neural::TokenizerFacts& tokenizer);

// Adds the heads that pre-training needs and the model lacks. Returns an error if its family has no
// such heads.
base::Result<void> add_heads(neural::ModelConfig& model, bool has_order);

// Fills weights that are empty: matrices and embeddings with numbers of deviation 0.02, norms with
// ones, all else with zeros. The same for the same seed, whichever are empty.
void fill_missing_weights(const neural::TransformerConfig& config,
                          neural::TransformerWeights& weights, std::uint64_t seed);

}  // namespace noether::train
