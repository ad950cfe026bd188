// Pre-trains a text encoder on masked words and on the order of segments.
#pragma once

#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/train/core/training_loop.h"
#include "noether/train/pretrain/pretrain_config.h"

namespace noether::train {

struct PretrainData {
  std::string start;               // folder of the model to continue with; if empty:
  std::string tokenizer;           // folder of a model with the tokenizer of the new model
  std::vector<std::string> texts;  // files, see piece_corpus.h
  std::string validation{};        // a held-out file; may be empty
};

// Writes the model, with its heads and the tokenizer, to LoopOptions::folder + "/model", in
// float32. Training continues the heads of the start model; heads that it lacks begin with random
// weights.
base::Result<void> pretrain_text(const PretrainConfig& config, const PretrainData& data,
                                 const LoopOptions& options);

}  // namespace noether::train
