// Writes models as folders that `noether` reads: config.json, tokenizer.json, model.safetensors;
// and reads them, to compute with LibTorch what noether/neural computes without it.
#pragma once

#include <string>

#include "noether/base/error.h"
#include "noether/embedding/expression_tokenizer.h"
#include "noether/train/core/checkpoint.h"
#include "noether/train/expression/config.h"
#include "noether/train/expression/encoder_model.h"

namespace noether::train {

EncoderShape encoder_shape(const embedding::ExpressionModelConfig& config,
                           const embedding::ExpressionTokenizer& tokenizer);

// The encoder of the checkpoint, also when it is one half of a seq2seq model.
base::Result<void> export_model(const Checkpoint& checkpoint, const std::string& folder);

struct OpenModel {
  EncoderShape shape;
  embedding::ExpressionTokenizer tokenizer;
  ParameterViews weights;  // float32 on the CPU
};
base::Result<OpenModel> open_model(const std::string& folder);

}  // namespace noether::train
