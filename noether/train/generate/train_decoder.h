// Trains a decoder of GPT-2's family on texts, and on problems with their solutions.
#pragma once

#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/train/core/training_loop.h"
#include "noether/train/generate/generate_config.h"

namespace noether::train {

struct GenerateData {
  std::string start;               // folder of the model to go on with; or else
  std::string tokenizer;           // folder with the tokenizer of a new one
  std::vector<std::string> texts;  // files, see piece_corpus.h
  std::string validation{};        // one that is held out; may be empty
};

// Ends with the model in LoopOptions::folder + "/model", in float32, with the tokenizer.
base::Result<void> train_decoder(const GenerateConfig& config, const GenerateData& data,
                                 const LoopOptions& options);

}  // namespace noether::train
