// The state of a run in one file: weights, the optimiser's moments, the step and the settings. A
// run that resumes from a checkpoint gives the same result as an uninterrupted run.
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "noether/base/error.h"

namespace noether::train {

struct Checkpoint {
  std::string config;      // config_text
  std::string tokenizer;   // tokenizer.json
  std::int64_t step = 0;   // steps done so far; also the number of the next batch
  double seconds = 0;      // training time so far
  std::uint64_t data = 0;  // TrainingTask::data; 0 in checkpoints of versions that did not write it
  torch::Tensor weights;
  torch::Tensor first_moment;  // undefined in a checkpoint of weights only, which cannot resume
  torch::Tensor second_moment;
};

base::Result<void> save_checkpoint(const std::string& path, const Checkpoint& checkpoint);
// The tensors of the result are on the CPU.
base::Result<Checkpoint> load_checkpoint(const std::string& path);

}  // namespace noether::train
