#include "noether/evaluation/answers/answer_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "noether/answer/agreement.h"

namespace noether::evaluation {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMaxLineBytes = std::size_t{4} << 20;
constexpr std::int64_t kMaxGrade = 1'000'000;

// The list is empty if the member is missing. Returns nothing if it is not a list of strings.
std::optional<std::vector<std::string>> string_list(const Json& object, const char* name) {
  std::vector<std::string> strings;
  const auto found = object.find(name);
  if (found == object.end()) return strings;
  if (!found->is_array()) return std::nullopt;
  for (const Json& element : *found) {
    if (!element.is_string()) return std::nullopt;
    strings.push_back(element.get<std::string>());
  }
  return strings;
}

std::string string_of(const Json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

// Returns the mistake in the line, or an empty text.
std::string take_line(std::string_view text, KnownAnswers& known) {
  const Json object = Json::parse(text, nullptr, false);
  if (!object.is_object()) return "expected a JSON object";
  const std::string topic = string_of(object, "topic");
  KnownAnswer answer;
  answer.id = string_of(object, "id");
  if (topic.empty() || answer.id.empty()) return "expected strings \"topic\" and \"id\"";
  if (const auto grade = object.find("grade"); grade != object.end()) {
    if (!grade->is_number_integer()) return "expected a whole number as \"grade\"";
    const auto value = grade->get<std::int64_t>();
    if (value > kMaxGrade || value < -kMaxGrade) return "a grade that is out of range";
    answer.grade = static_cast<std::int32_t>(value);
  }
  auto runs = string_list(object, "runs");
  auto tokens = string_list(object, "tokens");
  if (!runs) return "expected a list of strings as \"runs\"";
  if (!tokens) return "expected a list of strings as \"tokens\"";
  answer.runs = std::move(*runs);
  answer.text = string_of(object, "text");
  if (object.contains("tokens")) {
    answer.tokens = std::move(*tokens);
  } else {
    if (!object.contains("text") || !object["text"].is_string()) {
      return "expected a string \"text\", or \"tokens\"";
    }
    answer.tokens = answer::answer_tokens(answer.text);
  }
  const std::string id = answer.id;
  if (!known.add(topic, std::move(answer))) {
    return fmt::format("topic {} has an answer {} already", topic, id);
  }
  return {};
}

}  // namespace

bool KnownAnswers::add(const std::string& topic, KnownAnswer answer) {
  std::vector<KnownAnswer>& answers = topics_[topic];
  if (!places_.emplace(std::pair(topic, answer.id), answers.size()).second) return false;
  answers.push_back(std::move(answer));
  return true;
}

const KnownAnswer* KnownAnswers::find(const std::string& topic, const std::string& id) const {
  const auto found = places_.find({topic, id});
  return found == places_.end() ? nullptr : &topics_.at(topic)[found->second];
}

std::span<const KnownAnswer> KnownAnswers::of_topic(const std::string& topic) const {
  const auto found = topics_.find(topic);
  if (found == topics_.end()) return {};
  return found->second;
}

base::Result<KnownAnswers> read_known_answers(const std::string& path, const ReadOptions& options) {
  auto lines = LineSource::open(path, options, kMaxLineBytes);
  if (!lines) return std::unexpected(lines.error());
  return read_known_answers(*lines);
}

base::Result<KnownAnswers> read_known_answers(LineSource& lines) {
  KnownAnswers known;
  while (true) {
    const auto line = lines.next();
    if (!line) return std::unexpected(line.error());
    if (!*line) return known;
    const std::string wrong = take_line((*line)->text, known);
    if (wrong.empty()) continue;
    if (auto skipped = lines.malformed(1, wrong); !skipped) {
      return std::unexpected(skipped.error());
    }
  }
}

base::Result<Teams> read_teams(const std::string& path, const ReadOptions& options) {
  auto lines = LineSource::open(path, options);
  if (!lines) return std::unexpected(lines.error());
  return read_teams(*lines);
}

base::Result<Teams> read_teams(LineSource& lines) {
  Teams teams;
  while (true) {
    const auto line = lines.next();
    if (!line) return std::unexpected(line.error());
    if (!*line) return teams;
    std::array<Column, 2> columns;
    const std::size_t count = split_columns((*line)->text, columns);
    std::string wrong;
    if (count != 2) {
      wrong = "expected two columns (run, team)";
    } else if (!teams.add(std::string(columns[0].text), std::string(columns[1].text))) {
      wrong = fmt::format("run {} has a team already", columns[0].text);
    }
    if (wrong.empty()) continue;
    if (auto skipped = lines.malformed(columns[count == 1 ? 1 : 0].at, wrong); !skipped) {
      return std::unexpected(skipped.error());
    }
  }
}

std::vector<const KnownAnswer*> references_for(const KnownAnswers& known, const std::string& topic,
                                               const std::string& run, const Teams& teams,
                                               std::int32_t threshold) {
  const std::string& team = teams.of(run);
  std::vector<const KnownAnswer*> references;
  for (const KnownAnswer& answer : known.of_topic(topic)) {
    if (answer.grade && *answer.grade < threshold) continue;
    const bool is_of_team =
        !answer.runs.empty() && std::ranges::all_of(answer.runs, [&](const std::string& other) {
          return teams.of(other) == team;
        });
    const bool is_own = answer.id == run || is_of_team;
    if (!is_own) references.push_back(&answer);
  }
  return references;
}

namespace {

// Returns false if the word is not 1, 0 or -.
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
