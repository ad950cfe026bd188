// Trains a contrastive encoder on a corpus.
#pragma once

#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/train/core/training_loop.h"
#include "noether/train/expression/config.h"
#include "noether/train/expression/encoder_model.h"

namespace noether::train {

struct EncoderData {
  std::vector<std::string> corpora;    // one after the other
  std::string distractors;             // may be empty
  std::string validation;              // may be empty
  std::string validation_distractors;  // may be empty
  // Corpora of which no family may make a cluster again, beside the validation.
  std::vector<std::string> held_out;
  // A checkpoint, or the folder of a float32 encoder, with the initial weights of the run; empty:
  // random ones. Nothing else of it is used.
  std::string from;
};

// Ends with the model in LoopOptions::folder + "/model".
base::Result<void> train_encoder(const TrainingConfig& config, const EncoderData& data,
                                 const LoopOptions& options);

// The loss of one packed batch in the order of BatchSampler.
torch::Tensor contrastive_loss(const TrainingConfig& config, const EncoderShape& shape,
                               const ParameterViews& weights, const PackedBatch& batch,
                               std::int64_t anchors);

}  // namespace noether::train
