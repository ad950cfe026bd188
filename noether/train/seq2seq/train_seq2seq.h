// Trains seq2seq on the pairs of a corpus.
#pragma once

#include <string>

#include "noether/base/error.h"
#include "noether/train/config.h"
#include "noether/train/training_loop.h"

namespace noether::train {

// `validation` may be empty. Ends with the encoder half as a model in LoopOptions::folder +
// "/model"; the whole is in the checkpoint.
base::Result<void> train_seq2seq(const TrainingConfig& config, const std::string& corpus,
                                 const std::string& validation, const LoopOptions& options);

}  // namespace noether::train
