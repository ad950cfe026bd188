// Pre-trains a text encoder on masked words and on the order of segments.
#pragma once

#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/train/core/training_loop.h"
#include "noether/train/pretrain/pretrain_config.h"

namespace noether::train {

struct PretrainData {
  std::string start;               // folder of the model to go on with; or else
  std::string tokenizer;           // folder of a model that has the tokenizer of a new one
  std::vector<std::string> texts;  // files, see piece_corpus.h
  std::string validation{};        // one that is held out; may be empty
};

// Ends with the model in LoopOptions::folder + "/model", in float32, with its heads and the
// tokenizer. Heads that the start has are used; those that it lacks begin with random weights.
base::Result<void> pretrain_text(const PretrainConfig& config, const PretrainData& data,
                                 const LoopOptions& options);

}  // namespace noether::train
