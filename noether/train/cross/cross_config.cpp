#include "noether/train/cross/cross_config.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "noether/neural/lists/tokenized_lists.h"

namespace noether::train {
namespace {

constexpr std::array<std::string_view, 1> kCrossKinds = {"cross"};
constexpr std::array<std::string_view, 2> kHeadNames = {"start", "new"};
constexpr std::array<std::string_view, 3> kCrossLosses = {"two-way", "graded", "listwise"};
// Room for the special tokens and at least one token of each text.
constexpr double kFewestPairTokens = 8;
constexpr double kMostPairTokens = 1 << 17;

std::vector<Setting> cross_settings(CrossConfig& c) {
  std::vector<Setting> settings = {
      choice_setting("model", "", kCrossKinds, c.kind),
      number_setting("model", "dropout", 0, 0.9, c.dropout),
      choice_setting("model", "head", kHeadNames, c.head),
      number_setting("lists", "question_tokens", 1, kMostPairTokens, c.question_tokens),
      number_setting("lists", "tokens", kFewestPairTokens, kMostPairTokens, c.tokens),
      choice_setting("loss", "", kCrossLosses, c.loss),
      number_setting("loss", "right", 1, neural::kHighestGrade, c.right),
      number_setting("loss", "full", 1, neural::kHighestGrade, c.full),
      number_setting("loss", "steepness", 1e-3, 100, c.steepness),
      number_setting("batch", "lists", 1, 1 << 16, c.batch),
      number_setting("batch", "texts", 2, 1 << 16, c.texts),
  };
  std::ranges::move(run_settings(c), std::back_inserter(settings));
  return settings;
}

}  // namespace

CrossConfig::CrossConfig() {
  dropout = 0.1;
  learning_rate = 2e-5;
  clip = 1;
  schedule_shape = ScheduleShape::Linear;
  warmup = 0.1;
  minimum = 0;
  steps = 1000;
  report = 20;
  validate = 200;
  checkpoint = 500;
}

base::Result<CrossConfig> read_cross_config(std::string_view text, const std::string& name) {
  return read_run_config(text, name, cross_settings);
}

base::Result<CrossConfig> load_cross_config(const std::string& path) {
  return load_run_config(path, read_cross_config);
}

std::string cross_config_text(const CrossConfig& config) {
  return run_config_text(config, cross_settings);
}

}  // namespace noether::train
