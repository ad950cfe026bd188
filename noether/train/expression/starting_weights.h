// Weights of another run or of an encoder, to begin a run with.
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <string>

#include "noether/base/error.h"
#include "noether/embedding/expression_model_config.h"

namespace noether::train {

// Of the checkpoint of a run, or of the folder of an encoder in float32; an error unless it is such
// a model with this tokenizer.json and no more than `most` weights. In the order of a run's
// parameters, of which an encoder's stand first; what a seq2seq model has beyond its encoder may be
// missing at the end.
base::Result<torch::Tensor> load_starting_weights(const std::string& path,
                                                  const embedding::ExpressionModelConfig& model,
                                                  const std::string& tokenizer, std::int64_t most);

}  // namespace noether::train
