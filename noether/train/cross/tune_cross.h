// Tunes a cross-encoder on lists of graded texts.
#pragma once

#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/train/core/training_loop.h"
#include "noether/train/cross/cross_config.h"

namespace noether::train {

struct CrossData {
  std::string start;               // folder of the model that it begins with
  std::vector<std::string> lists;  // files of lists, see load_lists.h
  std::string validation{};        // one that is held out; may be empty
};

// Ends with the model in LoopOptions::folder + "/model", in float32, with one score, no other heads
// and the tokenizer of the one it began with.
base::Result<void> tune_cross(const CrossConfig& config, const CrossData& data,
                              const LoopOptions& options);

}  // namespace noether::train
