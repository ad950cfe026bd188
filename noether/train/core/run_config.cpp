#include "noether/train/core/run_config.h"

#include <array>

namespace noether::train {
namespace {

constexpr std::array<std::string_view, 2> kScheduleShapes = {"cosine", "linear"};

}  // namespace

std::vector<Setting> run_settings(RunConfig& c) {
  return {
      number_setting("optimizer", "learning_rate", 1e-8, 1, c.learning_rate),
      number_setting("optimizer", "beta2", 0.5, 0.99999, c.beta2),
      number_setting("optimizer", "weight_decay", 0, 1, c.weight_decay),
      number_setting("optimizer", "clip", 0, 1e6, c.clip),
      choice_setting("schedule", "", kScheduleShapes, c.schedule_shape),
      number_setting("schedule", "warmup", 0, 1, c.warmup),
      number_setting("schedule", "first_cycle", 1e-3, 1, c.first_cycle),
      number_setting("schedule", "multiply", 0.5, 16, c.multiply),
      number_setting("schedule", "minimum", 0, 1, c.minimum),
      number_setting("run", "steps", 1, 1e12, c.steps),
      number_setting("run", "seed", 0, 1e18, c.seed),
      number_setting("run", "report", 1, 1e12, c.report),
      number_setting("run", "validate", 1, 1e12, c.validate),
      number_setting("run", "checkpoint", 1, 1e12, c.checkpoint),
  };
}

base::Result<void> check_run(const RunConfig& config) {
  if (config.schedule_shape == ScheduleShape::Linear &&
      (config.first_cycle != 1 || config.multiply != 1)) {
    return base::fail("first_cycle and multiply are for the schedule cosine");
  }
  return {};
}

}  // namespace noether::train
