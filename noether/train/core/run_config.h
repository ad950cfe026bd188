// The settings of every training run, for any model: how weights change and for how long. The
// configuration of a model has these settings in addition to its own.
#pragma once

#include <cstdint>
#include <vector>

#include "noether/train/core/schedule.h"
#include "noether/train/core/settings.h"

namespace noether::train {

// The grid to which matrices are rounded in every step: Int8 means rows of integers from -127 to
// 127 times a number of the row, as in int8 models, so that rounding is part of training.
enum class WeightGrid : std::uint8_t { None, Int8 };

struct RunConfig {
  double dropout = 0;
  WeightGrid grid = WeightGrid::None;

  double learning_rate = 5e-4;
  double beta2 = 0.999;
  double weight_decay = 0.01;
  double clip = 4;

  ScheduleShape schedule_shape = ScheduleShape::Cosine;
  double warmup = 0.02;
  double first_cycle = 1;
  double multiply = 1;
  double minimum = 1e-8;

  std::uint64_t steps = 20000;
  std::uint64_t seed = 1;
  std::uint64_t report = 50;      // steps between lines of the metrics file
  std::uint64_t validate = 1000;  // steps between validations
  std::uint64_t checkpoint = 5000;

  Schedule schedule() const {
    return {learning_rate, minimum, warmup, first_cycle, multiply, schedule_shape};
  }

  friend bool operator==(const RunConfig&, const RunConfig&) = default;
};

// The lines `optimizer`, `schedule` and `run`. Dropout and grid are settings of models.
std::vector<Setting> run_settings(RunConfig& config);
// Returns an error for settings that are inconsistent.
base::Result<void> check_run(const RunConfig& config);

}  // namespace noether::train
