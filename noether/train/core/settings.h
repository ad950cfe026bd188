// The settings of a configuration file, as lines of a keyword and settings:
//   optimizer learning_rate=5e-4 weight_decay=0.01 clip=4
//
// A configuration lists its settings as `Setting`s; reading and writing use the list.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"

namespace noether::train {

struct Setting {
  std::string_view keyword;
  std::string_view name;  // empty: what stands behind the keyword itself
  std::string bounds;     // for messages
  std::function<bool(std::string_view)> read;
  std::function<std::string()> write;
};

// From `low` to `high`; `value` is read and written, and must outlive the setting.
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

// An enumeration whose names are in its order.
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

// Words with commas between them, at least one.
Setting words_setting(std::string_view keyword, std::string_view name,
                      std::vector<std::string>& value);

// `file` is for messages, which say the line.
base::Result<void> read_settings(std::string_view text, const std::string& file,
                                 std::span<const Setting> settings);
// All settings; reads back as the same.
std::string settings_text(std::span<const Setting> settings);

// The word after a keyword, such as the kind of a model; empty if there is none.
std::string settings_word(std::string_view text, std::string_view keyword);

// The text of a configuration file.
base::Result<std::string> load_settings(const std::string& path);

}  // namespace noether::train
