// The settings of a training run, as lines of a keyword and settings:
//   optimizer learning_rate=5e-4 weight_decay=0.01 clip=4
//
// A configuration lists its settings as `Setting`s; reading and writing use the list. `RunConfig`
// has the settings that runs of all models share: how weights are updated and for how long. The
// configuration of a model adds its own settings to these.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numbers>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "noether/base/error.h"

namespace noether::train {

struct Setting {
  std::string_view keyword;
  std::string_view name;  // empty: the word after the keyword itself
  std::string bounds;     // for error messages
  std::function<bool(std::string_view)> read;
  std::function<std::string()> write;
};

// A number from `low` to `high`. The setting reads and writes `value`, which must outlive it.
template <typename Number>
Setting number_setting(std::string_view keyword, std::string_view name, double low, double high,
                       Number& value) {
  const auto read = [&value, low, high](std::string_view text) {
    Number number{};
    const char* const end = text.data() + text.size();
    const auto [stopped, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc{} || stopped != end) return false;
    const auto real = static_cast<double>(number);
    if (!(real >= low && real <= high)) return false;
    value = number;
    return true;
  };
  return {keyword, name, fmt::format("a number from {} to {}", low, high), read,
          [&value] { return fmt::format("{}", value); }};
}

// An enumeration; `names` are in the order of its values.
template <typename Choice>
Setting choice_setting(std::string_view keyword, std::string_view name,
                       std::span<const std::string_view> names, Choice& value) {
  const auto read = [&value, names](std::string_view text) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (names[i] != text) continue;
      value = static_cast<Choice>(i);
      return true;
    }
    return false;
  };
  return {keyword, name, fmt::format("one of: {}", fmt::join(names, ", ")), read,
          [&value, names] { return std::string(names[static_cast<std::size_t>(value)]); }};
}

// A list of at least one word, separated by commas.
Setting words_setting(std::string_view keyword, std::string_view name,
                      std::vector<std::string>& value);

// Error messages contain `file` and the line.
base::Result<void> read_settings(std::string_view text, const std::string& file,
                                 std::span<const Setting> settings);
// Writes all settings; reading the text gives the same settings.
std::string settings_text(std::span<const Setting> settings);

// The word after a keyword, such as the kind of a model; empty if the keyword or the word is
// absent.
std::string settings_word(std::string_view text, std::string_view keyword);

// The text of a configuration file.
base::Result<std::string> load_settings(const std::string& path);

// The learning rate over a run: a linear warm-up, then cosine annealing with warm restarts
// (Loshchilov and Hutter, 2017), or a straight line down to the end.
//
// Cycles are given as shares of the whole run, so one schedule serves runs of any length, in steps
// or in seconds: the paper's T0 = 10 and Tmult = 2 in 20 epochs become 0.5 and 2.
enum class ScheduleShape : std::uint8_t { Cosine, Linear };

struct Schedule {
  double peak = 1e-4;
  double minimum = 1e-8;
  double warmup = 0.01;    // share of the run
  double first_cycle = 1;  // share of the run
  double multiply = 1;     // ratio of the length of a cycle to that of the previous one
  ScheduleShape shape = ScheduleShape::Cosine;

  // `done` is the fraction of the run that is complete, from 0 to 1.
  double rate(double done) const {
    return shape == ScheduleShape::Linear ? linear_rate(done) : cosine_rate(done);
  }

 private:
  double linear_rate(double done) const {
    if (done < warmup) return peak * done / warmup;
    const double left = warmup < 1 ? std::clamp((1 - done) / (1 - warmup), 0.0, 1.0) : 0;
    return minimum + (peak - minimum) * left;
  }

  double cosine_rate(double done) const {
    double begin = 0;
    double length = first_cycle;
    // At most this many restarts, even if cycles shrink.
    for (int i = 0; i < 64 && done >= begin + length; ++i) {
      begin += length;
      length *= multiply;
    }
    // At the end of the run the last cycle ends; no other cycle begins.
    const double place =
        done >= 1 && begin >= 1 - 1e-9 ? 1 : std::clamp((done - begin) / length, 0.0, 1.0);
    const double cosine = (1 + std::cos(std::numbers::pi * place)) / 2;
    const double rate = minimum + (peak - minimum) * cosine;
    return done < warmup ? rate * done / warmup : rate;
  }
};

// The grid to which matrices are rounded in every step, so that rounding is part of training. With
// Int8 each row consists of integers from -127 to 127 times a scale of the row, as in int8 models.
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

// The settings of the lines `optimizer`, `schedule` and `run`. Dropout and grid are settings of
// models.
std::vector<Setting> run_settings(RunConfig& config);
// Returns an error for settings that are inconsistent.
base::Result<void> check_run(const RunConfig& config);

// A configuration of a kind of model: `settings_of` lists its settings, `check` returns an error
// for those that are inconsistent, besides those of the run. Error messages contain `name`, the
// file.
template <typename Config>
base::Result<Config> read_run_config(
    std::string_view text, const std::string& name, std::vector<Setting> (*settings_of)(Config&),
    base::Result<void> (*check)(const Config&) = [](const Config&) {
      return base::Result<void>();
    }) {
  Config config;
  if (auto read = read_settings(text, name, settings_of(config)); !read) {
    return std::unexpected(read.error());
  }
  auto good = check_run(config);
  if (good) good = check(config);
  if (good) return config;
  base::Error error = good.error();
  error.message = fmt::format("{}: {}", name, error.message);
  return std::unexpected(std::move(error));
}
template <typename Config>
base::Result<Config> load_run_config(const std::string& path,
                                     base::Result<Config> (*read)(std::string_view,
                                                                  const std::string&)) {
  const auto text = load_settings(path);
  if (!text) return std::unexpected(text.error());
  return read(*text, path);
}
template <typename Config>
std::string run_config_text(Config config, std::vector<Setting> (*settings_of)(Config&)) {
  return settings_text(settings_of(config));
}

}  // namespace noether::train
