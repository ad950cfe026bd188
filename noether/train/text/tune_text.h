// Tunes a text encoder on pairs of texts that belong together.
#pragma once

#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/neural/model/model_folder.h"
#include "noether/train/core/training_loop.h"
#include "noether/train/text/text_config.h"

namespace noether::train {

struct TuneData {
  std::string start;               // folder of the model that it begins with
  std::vector<std::string> pairs;  // files of pairs, see load_pairs.h
  std::string validation{};        // one that is held out; may be empty
};

// Ends with the model in LoopOptions::folder + "/model", in float32, with the tokenizer of the one
// it began with.
base::Result<void> tune_text(const TextConfig& config, const TuneData& data,
                             const LoopOptions& options);

// Writes `model` with these weights of text_parameters, and the tokenizer of the folder `start`.
base::Result<void> write_tuned(neural::ModelFolder model, const std::string& start,
                               const torch::Tensor& weights, const std::string& folder);

}  // namespace noether::train
