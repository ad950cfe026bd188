// Trains a contrastive encoder on a corpus.
#pragma once

#include <string>

#include "noether/base/error.h"
#include "noether/train/encoder_model.h"
#include "noether/train/training_loop.h"

namespace noether::train {

struct EncoderData {
  std::string corpus;
  std::string distractors;             // may be empty
  std::string validation;              // may be empty
  std::string validation_distractors;  // may be empty
};

// Ends with the model in LoopOptions::folder + "/model".
base::Result<void> train_encoder(const TrainingConfig& config, const EncoderData& data,
                                 const LoopOptions& options);

// Of one packed batch as BatchSampler orders it.
torch::Tensor contrastive_loss(const TrainingConfig& config, const EncoderShape& shape,
                               const ParameterViews& weights, const PackedBatch& batch,
                               std::int64_t anchors);

}  // namespace noether::train
