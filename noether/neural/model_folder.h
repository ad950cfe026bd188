// A model folder: config.json, the tokenizer, the weights and a model card.
#pragma once

#include <cstdint>
#include <string>

#include "noether/base/error.h"
#include "noether/neural/encoder_weights.h"
#include "noether/neural/expression_tokenizer.h"
#include "noether/neural/model_config.h"

namespace noether::neural {

struct ModelFolder {
  ModelConfig config;
  ExpressionTokenizer tokenizer;
  EncoderWeights weights;
  std::uint64_t weight_bytes = 0;  // of the file

  // Errors name the file and what is wrong with it.
  static base::Result<ModelFolder> read(const std::string& folder);
  // Makes the folder; the config comes last, so a folder that has one is whole.
  base::Result<void> write(const std::string& folder) const;
};

}  // namespace noether::neural
