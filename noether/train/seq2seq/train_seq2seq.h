// Trains seq2seq on the pairs of a corpus, or of families made of it.
#pragma once

#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/train/core/training_loop.h"
#include "noether/train/expression/config.h"

namespace noether::train {

struct Seq2seqData {
  std::string corpus;
  std::string validation{};             // may be empty
  std::vector<std::string> held_out{};  // see EncoderData
  std::string from{};                   // see EncoderData
};

// Ends with the encoder half as a model in LoopOptions::folder + "/model"; the whole is in the
// checkpoint.
base::Result<void> train_seq2seq(const TrainingConfig& config, const Seq2seqData& data,
                                 const LoopOptions& options);

}  // namespace noether::train
