#include "noether/evaluation/experiment/line_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "noether/evaluation/experiment/written_scores.h"

namespace noether::evaluation {

base::Result<base::KeywordWord> LineSettings::name() {
  if (has_name()) return std::move(line_.names[next_name_++]);
  return base::fail(fmt::format("something is missing after {}", line_.keyword.text), line_.span,
                    fmt::format("it is written: {}", form_));
}

std::optional<base::KeywordWord> LineSettings::take(std::string_view setting) {
  const auto found = std::ranges::find_if(
      line_.settings, [&](const base::KeywordSetting& s) { return s.name.text == setting; });
  if (found == line_.settings.end()) return std::nullopt;
  base::KeywordWord value = std::move(found->value);
  line_.settings.erase(found);
  return value;
}

std::string LineSettings::take_text(std::string_view setting) {
  auto word = take(setting);
  return word ? std::move(word->text) : std::string();
}

base::Result<std::string> LineSettings::take_path(std::string_view setting) {
  auto word = take(setting);
  if (!word) return std::string();
  const std::size_t at = word->text.find("${");
  if (word->text.empty()) return wrong(*word, "is not a path");
  if (at == std::string::npos || (at == 0 && word->text.starts_with("${data}"))) {
    return std::move(word->text);
  }
  return wrong(*word, "has an unknown name",
               "a path may begin with ${data}; there are no other names");
}

base::Result<double> LineSettings::take_number(std::string_view setting, double otherwise,
                                               double least, double most) {
  const auto word = take(setting);
  if (!word) return otherwise;
  double value = 0;
  const char* const last = word->text.data() + word->text.size();
  const auto [end, error] = std::from_chars(word->text.data(), last, value);
  if (error != std::errc() || end != last || !(value >= least && value <= most)) {
    return wrong(*word, fmt::format("is not a number from {} to {}", least, most));
  }
  return value;
}

base::Result<void> LineSettings::end() const {
  if (has_name()) {
    return wrong(line_.names[next_name_], "is not expected",
                 fmt::format("it is written: {}", form_));
  }
  if (!line_.settings.empty()) {
    return wrong(line_.settings.front().name,
                 fmt::format("is not a setting of {}", line_.keyword.text),
                 fmt::format("it is written: {}", form_));
  }
  return {};
}

std::unexpected<base::Error> LineSettings::wrong(const base::KeywordWord& word,
                                                 const std::string& what, std::string hint) {
  return base::fail(fmt::format("'{}' {}", word.text, what), word.span, std::move(hint));
}

base::Result<MeasureRequest> measure_of(const base::KeywordWord& word) {
  auto requests = parse_measures(word.text);
  if (!requests || requests->size() != 1) {
    return LineSettings::wrong(word, "is not a measure",
                               requests ? "a column is one measure" : requests.error().hint);
  }
  return requests->front();
}

base::Result<MeasureRequest> answer_measure_of(const base::KeywordWord& word) {
  const Measure* const found = find_answer_measure(word.text);
  if (found == nullptr) {
    return LineSettings::wrong(word, "is not a measure of answers",
                               "there are AR, P@1, LO, CS, bits and length");
  }
  return MeasureRequest{.measure = found, .at = {}};
}

}  // namespace noether::evaluation
