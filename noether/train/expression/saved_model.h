// Models in files: writes them as folders that `noether` reads, of config.json, tokenizer.json and
// model.safetensors; reads such folders, to compute with LibTorch what noether/neural computes
// without it; and reads the weights of another run or of an encoder, to begin a run with.
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <string>

#include "noether/base/error.h"
#include "noether/embedding/expression_model_config.h"
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

// Reads the checkpoint of a run, or the folder of a float32 encoder; returns an error unless it is
// such a model with this tokenizer.json and at most `most` weights. The order is that of a run's
// parameters, of which an encoder's come first; the part of a seq2seq model after its encoder may
// be missing.
base::Result<torch::Tensor> load_starting_weights(const std::string& path,
                                                  const embedding::ExpressionModelConfig& model,
                                                  const std::string& tokenizer, std::int64_t most);

}  // namespace noether::train
