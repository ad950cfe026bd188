#include "noether/train/distill/distill_config.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace noether::train {
namespace {

constexpr std::array<std::string_view, 1> kDistillKinds = {"text"};
constexpr std::array<std::string_view, 3> kDistillLosses = {"distill", "contrastive", "negatives"};
// Room for the special tokens on both sides and at least one token between them.
constexpr double kFewestDistilled = 3;
constexpr double kMostDistilled = 1 << 17;

std::vector<Setting> distill_settings(DistillConfig& c) {
  std::vector<Setting> settings = {
      choice_setting("model", "", kDistillKinds, c.kind),
      number_setting("model", "dropout", 0, 0.9, c.dropout),
      number_setting("lists", "question_tokens", kFewestDistilled, kMostDistilled,
                     c.question_tokens),
      number_setting("lists", "text_tokens", kFewestDistilled, kMostDistilled, c.text_tokens),
      choice_setting("loss", "", kDistillLosses, c.loss),
      number_setting("loss", "teacher_temperature", 1e-3, 1e3, c.teacher_temperature),
      number_setting("loss", "steepness", 1e-3, 100, c.steepness),
      number_setting("loss", "temperature", 1e-3, 10, c.temperature),
      number_setting("loss", "late_temperature", 1e-3, 10, c.late_temperature),
      number_setting("loss", "full", 1, 127, c.full),
      number_setting("loss", "margin", 0, 2, c.margin),
      number_setting("batch", "lists", 1, 1 << 16, c.batch),
      number_setting("batch", "texts", 1, 1 << 16, c.texts),
  };
  std::ranges::move(run_settings(c), std::back_inserter(settings));
  return settings;
}

base::Result<void> check_distill(const DistillConfig& config) {
  if (config.loss == DistillLossKind::Distill && config.texts < 2) {
    return base::fail("an order needs two texts of a list", {}, "raise `texts`");
  }
  return {};
}

}  // namespace

DistillConfig::DistillConfig() {
  learning_rate = 3e-5;
  clip = 1;
  schedule_shape = ScheduleShape::Linear;
  warmup = 0.1;
  minimum = 0;
  steps = 800;
  report = 20;
  validate = 200;
  checkpoint = 400;
}

base::Result<DistillConfig> read_distill_config(std::string_view text, const std::string& name) {
  return read_run_config(text, name, distill_settings, check_distill);
}

base::Result<DistillConfig> load_distill_config(const std::string& path) {
  return load_run_config(path, read_distill_config);
}

std::string distill_config_text(const DistillConfig& config) {
  return run_config_text(config, distill_settings);
}

}  // namespace noether::train
