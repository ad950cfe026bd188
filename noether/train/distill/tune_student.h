// Tunes a text encoder on lists that have grades or the scores of a teacher.
#pragma once

#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/train/core/training_loop.h"
#include "noether/train/distill/distill_config.h"

namespace noether::train {

struct StudentData {
  std::string start;               // folder of the start model
  std::vector<std::string> lists;  // files of lists
  std::string validation{};        // a held-out file; may be empty
};

// Writes the model to LoopOptions::folder + "/model", as tune_text does. With the losses for graded
// lists and with validation data, the model has the weights that scored best in validation.
base::Result<void> tune_student(const DistillConfig& config, const StudentData& data,
                                const LoopOptions& options);

}  // namespace noether::train
