#include "noether/train/generate/generate_config.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "noether/neural/generate/decoding.h"
#include "noether/neural/transformer/transformer_config.h"

namespace noether::train {
namespace {

constexpr std::array<std::string_view, 2> kGenerateModels = {"gpt2", "start"};
constexpr std::array<std::string_view, 2> kGenerateLosses = {"all", "solution"};
constexpr std::array<std::string_view, 2> kGenerateGrids = {"none", "int8"};
// A prompt takes at most half of a sequence and always keeps its end.
constexpr double kFewestWritten = 2 * neural::kPromptEnd;

std::vector<Setting> generate_settings(GenerateConfig& c) {
  std::vector<Setting> settings = {
      choice_setting("model", "", kGenerateModels, c.model),
      number_setting("model", "layers", 1, neural::kMaxLayers, c.layers),
      number_setting("model", "width", 4, neural::kMaxWidth, c.width),
      number_setting("model", "heads", 1, neural::kMaxWidth, c.heads),
      number_setting("model", "feed_forward", 4, neural::kMaxFeedForward, c.feed_forward),
      number_setting("model", "positions", kFewestWritten, neural::kMaxPositions, c.positions),
      number_setting("model", "dropout", 0, 0.9, c.dropout),
      choice_setting("model", "grid", kGenerateGrids, c.grid),
      number_setting("sequences", "tokens", kFewestWritten, neural::kMaxPositions,
                     c.sequence_tokens),
      choice_setting("loss", "", kGenerateLosses, c.loss),
      number_setting("batch", "tokens", 1, 1 << 24, c.batch),
  };
  std::ranges::move(run_settings(c), std::back_inserter(settings));
  return settings;
}

base::Result<void> check_generate(const GenerateConfig& config) {
  if (config.model == GenerateModel::Gpt2 && config.sequence_tokens > config.positions) {
    return base::fail("sequences have more tokens than the model has positions");
  }
  return {};
}

}  // namespace

GenerateConfig::GenerateConfig() {
  dropout = 0.1;
  learning_rate = 1e-3;
  beta2 = 0.95;
  weight_decay = 0.05;
  clip = 1;
  warmup = 0.03;
  minimum = 1e-5;
  steps = 6000;
  report = 50;
  validate = 1000;
  checkpoint = 2000;
}

base::Result<GenerateConfig> read_generate_config(std::string_view text, const std::string& name) {
  return read_run_config(text, name, generate_settings, check_generate);
}

base::Result<GenerateConfig> load_generate_config(const std::string& path) {
  return load_run_config(path, read_generate_config);
}

std::string generate_config_text(const GenerateConfig& config) {
  return run_config_text(config, generate_settings);
}

}  // namespace noether::train
