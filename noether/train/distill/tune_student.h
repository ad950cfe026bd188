// Tunes a text encoder on lists that a teacher has scored, or that have grades.
#pragma once

#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/train/core/training_loop.h"
#include "noether/train/distill/distill_config.h"

namespace noether::train {

struct StudentData {
  std::string start;               // folder of the model that it begins with
  std::vector<std::string> lists;  // files of lists
  std::string validation{};        // one that is held out; may be empty
};

// Ends with the model in LoopOptions::folder + "/model", as tune_text does. Of the losses of graded
// lists it is the one that validated best, where there is something to validate with.
base::Result<void> tune_student(const DistillConfig& config, const StudentData& data,
                                const LoopOptions& options);

}  // namespace noether::train
