#include "noether/train/generate/generate_config.h"

#include <fmt/format.h>

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
  GenerateConfig config;
  if (auto read = read_settings(text, name, generate_settings(config)); !read) {
    return std::unexpected(read.error());
  }
  const auto wrong = [&](std::string_view what) {
    return base::fail(fmt::format("{}: {}", name, what));
  };
  if (const auto good = check_run(config); !good) return wrong(good.error().message);
  if (config.model == GenerateModel::Gpt2 && config.sequence_tokens > config.positions) {
    return wrong("sequences have more tokens than the model has positions");
  }
  return config;
}

base::Result<GenerateConfig> load_generate_config(const std::string& path) {
  const auto text = load_settings(path);
  if (!text) return std::unexpected(text.error());
  return read_generate_config(*text, path);
}

std::string generate_config_text(const GenerateConfig& config) {
  GenerateConfig copy = config;
  return settings_text(generate_settings(copy));
}

}  // namespace noether::train
