#include "noether/evaluation/answers/annotations.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace noether::evaluation {

namespace {

// False when the word is none of the three.
bool read_mark(std::string_view text, std::optional<bool>& mark) {
  if (text == "-") return true;
  if (text != "0" && text != "1") return false;
  mark = text == "1";
  return true;
}

struct Mistake {
  std::size_t column = 1;
  std::string what;
};

std::optional<Mistake> take_line(std::string_view line, Annotations& annotations) {
  std::array<Column, 4> columns;
  const std::size_t count = split_columns(line, columns);
  if (count != columns.size()) {
    return Mistake{columns[std::min<std::size_t>(count, 3)].at,
                   "expected four columns (topic, id, machine-generated, unrelated)"};
  }
  Annotation annotation;
  if (!read_mark(columns[2].text, annotation.machine_generated)) {
    return Mistake{columns[2].at,
                   fmt::format("expected 0, 1 or -, not {}", found_text(columns[2].text))};
  }
  if (!read_mark(columns[3].text, annotation.unrelated)) {
    return Mistake{columns[3].at,
                   fmt::format("expected 0, 1 or -, not {}", found_text(columns[3].text))};
  }
  if (!annotations.add(std::string(columns[0].text), std::string(columns[1].text), annotation)) {
    return Mistake{columns[1].at, fmt::format("{} is annotated twice for topic {}", columns[1].text,
                                              columns[0].text)};
  }
  return std::nullopt;
}

}  // namespace

base::Result<Annotations> read_annotations(const std::string& path, const ReadOptions& options) {
  auto lines = LineSource::open(path, options);
  if (!lines) return std::unexpected(lines.error());
  return read_annotations(*lines);
}

base::Result<Annotations> read_annotations(LineSource& lines) {
  Annotations annotations;
  while (true) {
    const auto line = lines.next();
    if (!line) return std::unexpected(line.error());
    if (!*line) return annotations;
    const auto mistake = take_line((*line)->text, annotations);
    if (!mistake) continue;
    if (auto skipped = lines.malformed(mistake->column, mistake->what); !skipped) {
      return std::unexpected(skipped.error());
    }
  }
}

}  // namespace noether::evaluation
