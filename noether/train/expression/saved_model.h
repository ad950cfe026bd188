// Models in files. Writes models as folders that `noether` reads, with config.json, tokenizer.json
// and model.safetensors; reads such folders, to compute with LibTorch the same as noether/neural;
// and reads the weights of another run or of an encoder as the start of a run.
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

// Writes the encoder of the checkpoint, which may be one half of a seq2seq model.
base::Result<void> export_model(const Checkpoint& checkpoint, const std::string& folder);

struct OpenModel {
  EncoderShape shape;
  embedding::ExpressionTokenizer tokenizer;
  ParameterViews weights;      // float32 on the CPU
  std::uint64_t identity = 0;  // of the bytes of all files
};
// Weights of an int8 model become float32.
base::Result<OpenModel> open_model(const std::string& folder);

// Reads the checkpoint of a run or the folder of an encoder. Returns an error unless it has
// the shape of `model`, this tokenizer.json and at most `most` weights. The weights are in the
// order of the run's parameters, in which the encoder comes first; the part of a seq2seq model
// after its encoder may be missing.
base::Result<torch::Tensor> load_starting_weights(const std::string& path,
                                                  const embedding::ExpressionModelConfig& model,
                                                  const std::string& tokenizer, std::int64_t most);

}  // namespace noether::train
