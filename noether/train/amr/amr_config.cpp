#include "noether/train/amr/amr_config.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>

namespace noether::train {
namespace {

constexpr std::array<std::string_view, 1> kAmrKinds = {"amr"};
constexpr std::array<std::string_view, 2> kEdgesRead = {"words", "fragments"};
constexpr double kWidest = 4096;
constexpr double kMostWeight = 1000;

std::vector<Setting> amr_settings(AmrConfig& c) {
  std::vector<Setting> settings = {
      choice_setting("model", "", kAmrKinds, c.kind),
      number_setting("model", "dropout", 0, 0.9, c.dropout),
      number_setting("model", "fragment_width", 1, kWidest, c.fragment_width),
      number_setting("model", "edge_width", 1, kWidest, c.edge_width),
      number_setting("model", "role_width", 1, kWidest, c.role_width),
      number_setting("model", "head_dropout", 0, 0.9, c.head_dropout),
      choice_setting("model", "edges_read", kEdgesRead, c.edges_read),
      number_setting("model", "given", 0, 1, c.given),
      words_setting("banks", "weights", c.weights),
      number_setting("banks", "silver", 0, kMostWeight, c.silver),
      number_setting("banks", "silver_until", 0, 1, c.silver_until),
      number_setting("banks", "frames", 0, kMostWeight, c.frames),
      number_setting("banks", "hidden", 0, 0.9, c.hidden),
      number_setting("loss", "fragments", 0, kMostWeight, c.fragment_loss),
      number_setting("loss", "senses", 0, kMostWeight, c.sense_loss),
      number_setting("loss", "edges", 0, kMostWeight, c.edge_loss),
      number_setting("loss", "roles", 0, kMostWeight, c.role_loss),
      number_setting("loss", "reentrant", 0, kMostWeight, c.reentrant_loss),
      number_setting("loss", "trees", 0, kMostWeight, c.tree_loss),
      number_setting("batch", "sentences", 1, 1 << 16, c.batch),
      number_setting("batch", "trees", 0, 1 << 16, c.trees),
      number_setting("optimizer", "head_rate", 1e-3, 1e4, c.head_rate),
  };
  std::ranges::move(run_settings(c), std::back_inserter(settings));
  return settings;
}

}  // namespace

AmrConfig::AmrConfig() {
  dropout = 0.2;
  learning_rate = 1e-4;
  clip = 1;
  schedule_shape = ScheduleShape::Linear;
  warmup = 0.1;
  minimum = 0;
  steps = 5000;
  report = 50;
  validate = 500;
  checkpoint = 5000;
}

base::Result<AmrConfig> read_amr_config(std::string_view text, const std::string& name) {
  return read_run_config(text, name, amr_settings);
}

base::Result<AmrConfig> load_amr_config(const std::string& path) {
  return load_run_config(path, read_amr_config);
}

std::string amr_config_text(const AmrConfig& config) {
  return run_config_text(config, amr_settings);
}

base::Result<std::vector<double>> bank_weights(const AmrConfig& config, std::size_t banks) {
  std::vector<double> weights;
  for (const std::string& text : config.weights) {
    double weight = 0;
    const char* const end = text.data() + text.size();
    const auto [stopped, error] = std::from_chars(text.data(), end, weight);
    if (error != std::errc{} || stopped != end || !(weight > 0 && weight <= kMostWeight)) {
      return base::fail(fmt::format(
          "the weight '{}' of a bank is not a number above 0 and up to {}", text, kMostWeight));
    }
    weights.push_back(weight);
  }
  if (weights.size() == 1) weights.resize(banks, weights.front());
  if (weights.size() != banks) {
    return base::fail(fmt::format("there are {} weights for {} banks", weights.size(), banks), {},
                      "`banks weights=` has one for all files, or one for each --bank");
  }
  return weights;
}

}  // namespace noether::train
