// Weights of another run or of an encoder, to begin a run with.
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <string>

#include "noether/base/error.h"
#include "noether/embedding/expression_model_config.h"

namespace noether::train {

// Reads the checkpoint of a run, or the folder of a float32 encoder; returns an error unless it is
// such a model with this tokenizer.json and at most `most` weights. The order is that of a run's
// parameters, of which an encoder's come first; the part of a seq2seq model after its encoder may
// be missing.
base::Result<torch::Tensor> load_starting_weights(const std::string& path,
                                                  const embedding::ExpressionModelConfig& model,
                                                  const std::string& tokenizer, std::int64_t most);

}  // namespace noether::train
