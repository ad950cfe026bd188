#include "noether/train/text/text_config.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace noether::train {
namespace {

constexpr std::array<std::string_view, 1> kTextKinds = {"text"};
constexpr std::array<std::string_view, 1> kTextLosses = {"pairs"};
// Room for the special tokens on both sides and at least one token between them.
constexpr double kFewestTokens = 3;
constexpr double kMostTokens = 1 << 17;

std::vector<Setting> text_settings(TextConfig& c) {
  std::vector<Setting> settings = {
      choice_setting("model", "", kTextKinds, c.kind),
      number_setting("model", "dropout", 0, 0.9, c.dropout),
      words_setting("pairs", "kinds", c.pair_kinds),
      number_setting("pairs", "first_tokens", kFewestTokens, kMostTokens, c.first_tokens),
      number_setting("pairs", "second_tokens", kFewestTokens, kMostTokens, c.second_tokens),
      number_setting("pairs", "at_beginning", 0, 1, c.at_beginning),
      choice_setting("loss", "", kTextLosses, c.loss),
      number_setting("loss", "temperature", 1e-3, 10, c.temperature),
      number_setting("loss", "late_temperature", 1e-3, 10, c.late_temperature),
      number_setting("batch", "pairs", 2, 1 << 16, c.batch),
  };
  std::ranges::move(run_settings(c), std::back_inserter(settings));
  return settings;
}

}  // namespace

TextConfig::TextConfig() {
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

base::Result<TextConfig> read_text_config(std::string_view text, const std::string& name) {
  return read_run_config(text, name, text_settings);
}

base::Result<TextConfig> load_text_config(const std::string& path) {
  return load_run_config(path, read_text_config);
}

std::string text_config_text(const TextConfig& config) {
  return run_config_text(config, text_settings);
}

}  // namespace noether::train
