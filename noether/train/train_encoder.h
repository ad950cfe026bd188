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
  std::vector<std::string> corpora;    // joined in this order
  std::string distractors;             // may be empty
  std::string validation;              // may be empty
  std::string validation_distractors;  // may be empty
  // Corpora whose clusters no family may reproduce, in addition to the validation corpus.
  std::vector<std::string> held_out;
  // A checkpoint, or the folder of an encoder, that provides only the initial weights of the
  // run. If empty, the weights are random.
  std::string from;
  // The folder of the encoder whose vectors the new one learns; empty without
  // TrainingConfig::teacher.
  std::string teacher;
};

// Writes the model to LoopOptions::folder + "/model".
base::Result<void> train_encoder(const TrainingConfig& config, const EncoderData& data,
                                 const LoopOptions& options);

// The loss of one packed batch whose expressions are in the order of BatchSampler.
torch::Tensor contrastive_loss(const TrainingConfig& config, const EncoderShape& shape,
                               const ParameterViews& weights, const PackedBatch& batch,
                               std::int64_t anchors);

}  // namespace noether::train
