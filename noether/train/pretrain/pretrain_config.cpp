#include "noether/train/pretrain/pretrain_config.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "noether/neural/transformer/transformer_config.h"

namespace noether::train {
namespace {

constexpr std::array<std::string_view, 4> kPretrainModels = {"start", "bert", "albert", "roberta"};
constexpr std::array<std::string_view, 1> kPretrainLosses = {"words"};
// The least sequence has two words between three special tokens.
constexpr double kFewestOfSequence = 5;

std::vector<Setting> pretrain_settings(PretrainConfig& c) {
  std::vector<Setting> settings = {
      choice_setting("model", "", kPretrainModels, c.model),
      number_setting("model", "layers", 1, neural::kMaxLayers, c.layers),
      number_setting("model", "width", 4, neural::kMaxWidth, c.width),
      number_setting("model", "heads", 1, neural::kMaxWidth, c.heads),
      number_setting("model", "feed_forward", 4, neural::kMaxFeedForward, c.feed_forward),
      number_setting("model", "embedding", 4, neural::kMaxWidth, c.embedding),
      number_setting("model", "positions", kFewestOfSequence, neural::kMaxPositions, c.positions),
      number_setting("model", "dropout", 0, 0.9, c.dropout),
      number_setting("sequences", "tokens", kFewestOfSequence, neural::kMaxPositions,
                     c.sequence_tokens),
      number_setting("sequences", "masked", 0.01, 0.9, c.masked),
      choice_setting("loss", "", kPretrainLosses, c.loss),
      number_setting("loss", "order", 0, 100, c.order),
      number_setting("batch", "tokens", 1, 1 << 24, c.batch),
      number_setting("optimizer", "head_rate", 1e-3, 1e3, c.head_rate),
  };
  std::ranges::move(run_settings(c), std::back_inserter(settings));
  return settings;
}

base::Result<void> check_pretrain(const PretrainConfig& config) {
  if (config.model == PretrainModel::Roberta && config.order > 0) {
    return base::fail("RoBERTa has one segment, so there is no order to learn: set order=0");
  }
  if (config.model != PretrainModel::Start && config.sequence_tokens > config.positions) {
    return base::fail("sequences have more tokens than the model has positions");
  }
  return {};
}

}  // namespace

PretrainConfig::PretrainConfig() {
  learning_rate = 5e-5;
  clip = 1;
  schedule_shape = ScheduleShape::Linear;
  warmup = 0.05;
  minimum = 0;
  steps = 1000;
  report = 20;
  validate = 500;
  checkpoint = 500;
}

base::Result<PretrainConfig> read_pretrain_config(std::string_view text, const std::string& name) {
  return read_run_config(text, name, pretrain_settings, check_pretrain);
}

base::Result<PretrainConfig> load_pretrain_config(const std::string& path) {
  return load_run_config(path, read_pretrain_config);
}

std::string pretrain_config_text(const PretrainConfig& config) {
  return run_config_text(config, pretrain_settings);
}

}  // namespace noether::train
