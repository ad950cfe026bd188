// Takes names and settings from a line. Anything left over is a mistake.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "noether/base/error.h"
#include "noether/base/keyword_lines.h"
#include "noether/evaluation/measures/measure.h"

namespace noether::evaluation {

class LineSettings {
 public:
  // `form` is the syntax of the line, for messages.
  LineSettings(base::KeywordLine& line, std::string_view form) : line_(line), form_(form) {}

  // The next name of the line. Returns an error at the end of the line if there is none.
  base::Result<base::KeywordWord> name();
  bool has_name() const { return next_name_ < line_.names.size(); }

  std::optional<base::KeywordWord> take(std::string_view setting);
  std::string take_text(std::string_view setting);
  // Empty if the line does not have the setting.
  base::Result<std::string> take_path(std::string_view setting);
  // Takes one of a few words; returns `otherwise` if the line does not have the setting.
  template <typename Value>
  base::Result<Value> take_choice(std::string_view setting, Value otherwise,
                                  std::span<const std::pair<std::string_view, Value>> choices) {
    const auto word = take(setting);
    if (!word) return otherwise;
    std::string known;
    for (const auto& [name, value] : choices) {
      if (name == word->text) return value;
      known += (known.empty() ? "" : ", ") + std::string(name);
    }
    return wrong(*word, "is no " + std::string(setting), "there are " + known);
  }
  base::Result<double> take_number(std::string_view setting, double otherwise, double least,
                                   double most);

  // Returns an error if names or settings are left.
  base::Result<void> end() const;

  // An error message that begins with the word: "'word' is ..."
  static std::unexpected<base::Error> wrong(const base::KeywordWord& word, const std::string& what,
                                            std::string hint = {});

 private:
  base::KeywordLine& line_;
  std::string_view form_;
  std::size_t next_name_ = 0;
};

// The error of a result, for a result of another type.
inline std::unexpected<base::Error> error_of(auto& result) {
  return std::unexpected(std::move(result.error()));
}

// Returns an error if the name is already declared.
template <typename Named>
base::Result<void> check_new(const std::vector<Named>& all, const base::KeywordWord& name) {
  if (name.text.empty()) return LineSettings::wrong(name, "is not a name");
  const bool is_there =
      std::ranges::any_of(all, [&](const Named& n) { return n.name == name.text; });
  if (is_there) return LineSettings::wrong(name, "is already declared");
  return {};
}

// Finds a name that must be declared above.
template <typename Named>
base::Result<std::string> reference(const std::vector<Named>& all, const base::KeywordWord& name,
                                    std::string_view what) {
  std::string known;
  for (const Named& n : all) {
    if (n.name == name.text) return name.text;
    if (known.size() < 200) known += (known.empty() ? "" : ", ") + n.name;
  }
  return LineSettings::wrong(
      name, fmt::format("is no {} of this experiment", what),
      known.empty() ? fmt::format("write the {} above", what) : "there are " + known);
}

// Reads the name of a measure, which may be written as in papers: nDCG', P'@10.
base::Result<MeasureRequest> measure_of(const base::KeywordWord& word);
// Reads the name of a measure for the answers of Task 3: AR, P@1, LO, CS and length.
base::Result<MeasureRequest> answer_measure_of(const base::KeywordWord& word);

}  // namespace noether::evaluation
