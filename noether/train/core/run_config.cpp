#include "noether/train/core/run_config.h"

#include <array>

#include "noether/base/file_system.h"
#include "noether/base/keyword_lines.h"

namespace noether::train {
namespace {

constexpr std::uint64_t kMaxSettingsBytes = 1 << 16;

base::Result<void> read_setting(std::span<const Setting> settings, std::string_view keyword,
                                std::string_view name, const base::KeywordWord& value) {
  for (const Setting& setting : settings) {
    if (setting.keyword != keyword || setting.name != name) continue;
    if (setting.read(value.text)) return {};
    return base::fail(fmt::format("{} is '{}' and must be {}", name.empty() ? keyword : name,
                                  value.text, setting.bounds),
                      value.span);
  }
  return base::fail(fmt::format("'{}' has no setting '{}'", keyword, name), value.span);
}

std::string keywords_of(std::span<const Setting> settings) {
  std::string text = "keywords:";
  std::string_view last;
  for (const Setting& setting : settings) {
    if (setting.keyword != last) text += fmt::format(" {}", setting.keyword);
    last = setting.keyword;
  }
  return text;
}

}  // namespace

Setting words_setting(std::string_view keyword, std::string_view name,
                      std::vector<std::string>& value) {
  const auto read = [&value](std::string_view text) {
    std::vector<std::string> words;
    for (std::size_t at = 0; at <= text.size();) {
      const std::size_t end = std::min(text.find(',', at), text.size());
      if (end == at) return false;
      words.emplace_back(text.substr(at, end - at));
      at = end + 1;
    }
    value = std::move(words);
    return true;
  };
  return {keyword, name, "words separated by commas", read,
          [&value] { return fmt::format("{}", fmt::join(value, ",")); }};
}

base::Result<void> read_settings(std::string_view text, const std::string& file,
                                 std::span<const Setting> settings) {
  auto read = base::read_keyword_lines(text, {}, [&](base::KeywordLine& line) {
    const std::string_view keyword = line.keyword.text;
    if (std::ranges::none_of(settings, [&](const Setting& s) { return s.keyword == keyword; })) {
      return base::Result<void>(base::fail(fmt::format("there is no keyword '{}'", keyword),
                                           line.keyword.span, keywords_of(settings)));
    }
    base::Result<void> good;
    for (const base::KeywordWord& word : line.names) {
      if (good) good = read_setting(settings, keyword, "", word);
    }
    for (const base::KeywordSetting& setting : line.settings) {
      if (good) good = read_setting(settings, keyword, setting.name.text, setting.value);
    }
    return good;
  });
  if (read) return {};
  return base::fail(fmt::format("{}: {}", file, read.error().message), read.error().span,
                    read.error().hint);
}

std::string settings_text(std::span<const Setting> settings) {
  std::string text;
  std::string_view keyword;
  for (const Setting& setting : settings) {
    if (setting.keyword != keyword) {
      if (!text.empty()) text += '\n';
      text += setting.keyword;
      keyword = setting.keyword;
    }
    text += setting.name.empty() ? fmt::format(" {}", setting.write())
                                 : fmt::format(" {}={}", setting.name, setting.write());
  }
  return text + "\n";
}

std::string settings_word(std::string_view text, std::string_view keyword) {
  std::string word;
  const auto read = base::read_keyword_lines(text, {}, [&](const base::KeywordLine& line) {
    if (line.keyword.text == keyword && !line.names.empty()) word = line.names.front().text;
    return base::Result<void>();
  });
  // Reading the settings reports errors in the text.
  return read ? word : std::string();
}

base::Result<std::string> load_settings(const std::string& path) {
  return base::FileSystem::real().read(path, kMaxSettingsBytes);
}

namespace {

constexpr std::array<std::string_view, 2> kScheduleShapes = {"cosine", "linear"};

}  // namespace

std::vector<Setting> run_settings(RunConfig& c) {
  return {
      number_setting("optimizer", "learning_rate", 1e-8, 1, c.learning_rate),
      number_setting("optimizer", "beta2", 0.5, 0.99999, c.beta2),
      number_setting("optimizer", "weight_decay", 0, 1, c.weight_decay),
      number_setting("optimizer", "clip", 0, 1e6, c.clip),
      choice_setting("schedule", "", kScheduleShapes, c.schedule_shape),
      number_setting("schedule", "warmup", 0, 1, c.warmup),
      number_setting("schedule", "first_cycle", 1e-3, 1, c.first_cycle),
      number_setting("schedule", "multiply", 0.5, 16, c.multiply),
      number_setting("schedule", "minimum", 0, 1, c.minimum),
      number_setting("run", "steps", 1, 1e12, c.steps),
      number_setting("run", "seed", 0, 1e18, c.seed),
      number_setting("run", "report", 1, 1e12, c.report),
      number_setting("run", "validate", 1, 1e12, c.validate),
      number_setting("run", "checkpoint", 1, 1e12, c.checkpoint),
  };
}

base::Result<void> check_run(const RunConfig& config) {
  if (config.schedule_shape == ScheduleShape::Linear &&
      (config.first_cycle != 1 || config.multiply != 1)) {
    return base::fail("first_cycle and multiply apply only to the schedule cosine");
  }
  return {};
}

}  // namespace noether::train
