// Trains a decoder of GPT-2's family on texts, and on problems with their solutions.
#pragma once

#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/train/core/training_loop.h"
#include "noether/train/generate/generate_config.h"

namespace noether::train {

struct GenerateData {
  std::string start;               // folder of the model to continue with; if empty:
  std::string tokenizer;           // folder with the tokenizer of the new model
  std::vector<std::string> texts;  // files, see piece_corpus.h
  std::string validation{};        // a held-out file; may be empty
};

// Writes the model and its tokenizer to LoopOptions::folder + "/model", in float32.
base::Result<void> train_decoder(const GenerateConfig& config, const GenerateData& data,
                                 const LoopOptions& options);

}  // namespace noether::train
