#include "noether/train/config.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <functional>
#include <span>
#include <vector>

#include "noether/base/file_system.h"
#include "noether/base/keyword_lines.h"

namespace noether::train {
namespace {

constexpr std::uint64_t kMaxConfigBytes = 1 << 16;
constexpr std::array<std::string_view, 2> kKinds = {"encoder", "seq2seq"};
constexpr std::array<std::string_view, 3> kLosses = {"in-batch", "triplet", "families"};
constexpr std::array<std::string_view, 2> kGrids = {"none", "int8"};
constexpr std::array<std::string_view, 3> kNegatives = {"none", "random", "distractors"};
constexpr std::array<std::string_view, 2> kInputs = {"tokens", "values"};
constexpr std::array<std::string_view, 3> kPoolings = {"mean", "max", "first"};

// A setting by its name: how it is read, and how it is written.
struct Field {
  std::string_view keyword;
  std::string_view name;
  std::string bounds;  // for messages
  std::function<bool(std::string_view)> read;
  std::function<std::string()> write;
};

template <typename Number>
bool read_number(std::string_view text, double low, double high, Number& into) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || stopped != end) return false;
  const auto value = static_cast<double>(number);
  if (!(value >= low && value <= high)) return false;
  into = number;
  return true;
}

template <typename Number>
Field number(std::string_view keyword, std::string_view name, double low, double high,
             Number& value) {
  return {
      keyword, name, fmt::format("a number from {} to {}", low, high),
      [&value, low, high](std::string_view text) { return read_number(text, low, high, value); },
      [&value] { return fmt::format("{}", value); }};
}

template <typename Choice>
Field choice(std::string_view keyword, std::string_view name,
             std::span<const std::string_view> names, Choice& value) {
  return {keyword, name, fmt::format("one of: {}", fmt::join(names, ", ")),
          [&value, names](std::string_view text) {
            for (std::size_t i = 0; i < names.size(); ++i) {
              if (names[i] != text) continue;
              value = static_cast<Choice>(i);
              return true;
            }
            return false;
          },
          [&value, names] { return std::string(names[static_cast<std::size_t>(value)]); }};
}

// An empty name: what stands behind the keyword itself.
std::vector<Field> fields_of(TrainingConfig& c) {
  return {
      choice("model", "", kKinds, c.kind),
      number("model", "layers", 1, embedding::kMaxLayers, c.model.layers),
      number("model", "width", 8, embedding::kMaxWidth, c.model.width),
      number("model", "heads", 1, 256, c.model.heads),
      number("model", "feed_forward", 8, embedding::kMaxFeedForward, c.model.feed_forward),
      number("model", "positions", 8, embedding::kMaxPositions, c.model.positions),
      choice("model", "inputs", kInputs, c.model.inputs),
      choice("model", "pooling", kPoolings, c.model.pooling),
      number("model", "dropout", 0, 0.9, c.dropout),
      number("model", "opened", 0, 1, c.opened),
      choice("model", "grid", kGrids, c.grid),
      choice("loss", "", kLosses, c.loss),
      number("loss", "temperature", 1e-3, 10, c.temperature),
      choice("loss", "negatives", kNegatives, c.negatives),
      number("loss", "per_anchor", 1, 16, c.negatives_per_anchor),
      number("loss", "threshold", 0, 100, c.threshold),
      number("loss", "alignment", 0, 100, c.alignment),
      number("loss", "analogy", 0, 100, c.analogy),
      number("loss", "fresh", 0, 1, c.fresh),
      number("loss", "label_smoothing", 0, 0.9, c.label_smoothing),
      number("optimizer", "learning_rate", 1e-8, 1, c.learning_rate),
      number("optimizer", "beta2", 0.5, 0.99999, c.beta2),
      number("optimizer", "weight_decay", 0, 1, c.weight_decay),
      number("optimizer", "clip", 0, 1e6, c.clip),
      number("schedule", "warmup", 0, 1, c.warmup),
      number("schedule", "first_cycle", 1e-3, 1, c.first_cycle),
      number("schedule", "multiply", 0.5, 16, c.multiply),
      number("schedule", "minimum", 0, 1, c.minimum),
      number("batch", "clusters", 2, 1 << 20, c.batch),
      number("run", "steps", 1, 1e12, c.steps),
      number("run", "seed", 0, 1e18, c.seed),
      number("run", "report", 1, 1e12, c.report),
      number("run", "validate", 1, 1e12, c.validate),
      number("run", "checkpoint", 1, 1e12, c.checkpoint),
  };
}

base::Result<void> read_setting(std::span<const Field> fields, std::string_view keyword,
                                std::string_view name, const base::KeywordWord& value) {
  for (const Field& field : fields) {
    if (field.keyword != keyword || field.name != name) continue;
    if (field.read(value.text)) return {};
    return base::fail(fmt::format("{} is '{}' and must be {}", name.empty() ? keyword : name,
                                  value.text, field.bounds),
                      value.span);
  }
  return base::fail(fmt::format("'{}' has no setting '{}'", keyword, name), value.span);
}

base::Result<void> check(const TrainingConfig& config) {
  // What is trained is to be read by noether, which alone knows what it refuses.
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
  if (config.model.inputs != embedding::Inputs::Values && config.opened > 0) {
    return base::fail("opened is for models that read values");
  }
  if (config.loss != LossKind::Families &&
      (config.threshold > 0 || config.alignment > 0 || config.analogy > 0 || config.fresh > 0)) {
    return base::fail("threshold, alignment, analogy and fresh are for the loss families");
  }
  return {};
}

}  // namespace

base::Result<TrainingConfig> read_config(std::string_view text, const std::string& name) {
  TrainingConfig config;
  const std::vector<Field> fields = fields_of(config);
  auto read = base::read_keyword_lines(text, {}, [&](base::KeywordLine& line) {
    const std::string_view keyword = line.keyword.text;
    if (std::ranges::none_of(fields, [&](const Field& f) { return f.keyword == keyword; })) {
      return base::Result<void>(base::fail(fmt::format("there is no keyword '{}'", keyword),
                                           line.keyword.span,
                                           "keywords: model loss optimizer schedule batch run"));
    }
    base::Result<void> good;
    for (const base::KeywordWord& word : line.names) {
      if (good) good = read_setting(fields, keyword, "", word);
    }
    for (const base::KeywordSetting& setting : line.settings) {
      if (good) good = read_setting(fields, keyword, setting.name.text, setting.value);
    }
    return good;
  });
  if (!read) {
    return base::fail(fmt::format("{}: {}", name, read.error().message), read.error().span,
                      read.error().hint);
  }
  if (const auto good = check(config); !good) {
    return base::fail(fmt::format("{}: {}", name, good.error().message));
  }
  return config;
}

base::Result<TrainingConfig> load_config(const std::string& path) {
  const auto text = base::FileSystem::real().read(path, kMaxConfigBytes);
  if (!text) return std::unexpected(text.error());
  return read_config(*text, path);
}

std::string config_text(const TrainingConfig& config) {
  TrainingConfig copy = config;
  std::string text;
  std::string_view keyword;
  for (const Field& field : fields_of(copy)) {
    if (field.keyword != keyword) {
      if (!text.empty()) text += '\n';
      text += field.keyword;
      keyword = field.keyword;
    }
    text += field.name.empty() ? fmt::format(" {}", field.write())
                               : fmt::format(" {}={}", field.name, field.write());
  }
  return text + "\n";
}

}  // namespace noether::train
