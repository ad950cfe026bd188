#include "noether/train/expression/config.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <vector>

namespace noether::train {
namespace {

constexpr std::array<std::string_view, 2> kKinds = {"encoder", "seq2seq"};
constexpr std::array<std::string_view, 3> kLosses = {"in-batch", "triplet", "families"};
constexpr std::array<std::string_view, 2> kGrids = {"none", "int8"};
constexpr std::array<std::string_view, 3> kNegatives = {"none", "random", "distractors"};
constexpr std::array<std::string_view, 2> kInputs = {"tokens", "values"};
constexpr std::array<std::string_view, 2> kNoYes = {"no", "yes"};
constexpr std::array<std::string_view, 3> kPoolings = {"mean", "max", "first"};

std::vector<Setting> settings_of(TrainingConfig& c) {
  std::vector<Setting> settings = {
      choice_setting("model", "", kKinds, c.kind),
      number_setting("model", "layers", 1, embedding::kMaxLayers, c.model.layers),
      number_setting("model", "width", 8, embedding::kMaxWidth, c.model.width),
      number_setting("model", "heads", 1, 256, c.model.heads),
      number_setting("model", "feed_forward", 8, embedding::kMaxFeedForward, c.model.feed_forward),
      number_setting("model", "positions", 8, embedding::kMaxPositions, c.model.positions),
      choice_setting("model", "inputs", kInputs, c.model.inputs),
      choice_setting("model", "pooling", kPoolings, c.model.pooling),
      choice_setting("model", "special_tokens", kNoYes, c.model.special_tokens),
      number_setting("model", "dropout", 0, 0.9, c.dropout),
      number_setting("model", "opened", 0, 1, c.opened),
      choice_setting("model", "grid", kGrids, c.grid),
      choice_setting("loss", "", kLosses, c.loss),
      number_setting("loss", "temperature", 1e-3, 10, c.temperature),
      choice_setting("loss", "negatives", kNegatives, c.negatives),
      number_setting("loss", "per_anchor", 1, 16, c.negatives_per_anchor),
      number_setting("loss", "threshold", 0, 100, c.threshold),
      number_setting("loss", "alignment", 0, 100, c.alignment),
      number_setting("loss", "analogy", 0, 100, c.analogy),
      number_setting("loss", "fresh", 0, 1, c.fresh),
      number_setting("loss", "near", 0, 1, c.near),
      number_setting("loss", "teacher", 0, 1000, c.teacher),
      number_setting("loss", "label_smoothing", 0, 0.9, c.label_smoothing),
      number_setting("loss", "vectors", 0, 100, c.vectors),
      number_setting("batch", "clusters", 2, 1 << 20, c.batch),
  };
  std::ranges::move(run_settings(c), std::back_inserter(settings));
  return settings;
}

base::Result<void> check(const TrainingConfig& config) {
  // Checks with noether's own code, because noether must be able to read the trained model.
  if (const auto model = embedding::ExpressionModelConfig::from_json(config.model.to_json());
      !model) {
    return std::unexpected(model.error());
  }
  if (config.kind == ModelKind::Encoder && config.loss == LossKind::Triplet &&
      (config.negatives == Negatives::None || config.negatives_per_anchor != 1)) {
    return base::fail("the triplet loss needs one negative of each anchor");
  }
  if (config.kind == ModelKind::Seq2seq && config.model.inputs != embedding::Inputs::Tokens) {
    return base::fail("a seq2seq model reads tokens");
  }
  if (config.vectors > 0 &&
      (config.kind != ModelKind::Seq2seq || config.loss != LossKind::Families)) {
    return base::fail("vectors is for seq2seq models with the loss families");
  }
  if (config.kind == ModelKind::Seq2seq && !config.model.special_tokens) {
    return base::fail("a seq2seq model needs special tokens");
  }
  if (config.model.inputs != embedding::Inputs::Values && config.opened > 0) {
    return base::fail("opened is for models that read values");
  }
  if (config.teacher > 0 &&
      (config.kind != ModelKind::Encoder || config.loss != LossKind::Families)) {
    return base::fail("teacher is for encoders with the loss families");
  }
  if (config.loss != LossKind::Families &&
      (config.threshold > 0 || config.alignment > 0 || config.analogy > 0 || config.fresh > 0 ||
       config.near > 0)) {
    return base::fail("threshold, alignment, analogy, fresh and near are for the loss families");
  }
  return {};
}

}  // namespace

base::Result<TrainingConfig> read_config(std::string_view text, const std::string& name) {
  return read_run_config(text, name, settings_of, check);
}

base::Result<TrainingConfig> load_config(const std::string& path) {
  return load_run_config(path, read_config);
}

std::string config_text(const TrainingConfig& config) {
  return run_config_text(config, settings_of);
}

}  // namespace noether::train
