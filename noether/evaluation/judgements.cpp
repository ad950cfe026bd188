#include "noether/evaluation/judgements.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "noether/evaluation/line_source.h"

namespace noether::evaluation {
namespace {

// Grades are small; trec_eval itself promises -127 to 127.
constexpr std::int64_t kMaxJudgedGrade = 1'000'000;

// Takes the line, or skips it and reports the mistake.
base::Result<bool> take_line(std::string_view line, Judgements& judgements, LineSource& lines) {
  std::array<Column, 4> columns;
  const std::size_t count = split_columns(line, columns);
  const auto bad = [&](std::size_t column, std::string_view what) -> base::Result<bool> {
    if (auto done = lines.malformed(column, what); !done) return std::unexpected(done.error());
    return false;
  };
  if (count != columns.size()) {
    const Column& place = columns[std::min<std::size_t>(count, 3)];
    return bad(count > columns.size() ? place.at + place.text.size() : place.at,
               fmt::format("expected four columns (topic, iteration, id, grade), not {}",
                           count > columns.size() ? "more" : fmt::to_string(count)));
  }
  const auto grade = whole_number(columns[3].text);
  if (!grade || *grade > kMaxJudgedGrade || *grade < -kMaxJudgedGrade) {
    return bad(columns[3].at, fmt::format("expected a grade, a whole number, not {}",
                                          found_text(columns[3].text)));
  }
  const Judgement* there =
      judgements.topic(columns[0].text).add(columns[2].text, static_cast<std::int32_t>(*grade));
  if (there != nullptr) {
    return bad(columns[2].at, fmt::format("{} is judged twice for topic {} (first: {})",
                                          columns[2].text, columns[0].text, there->grade));
  }
  return *grade < 0;
}

}  // namespace

Judgement* TopicJudgements::add(std::string_view id, std::int32_t grade) {
  const std::uint64_t hash = id_hash(id);
  const std::uint32_t place =
      places_.find(hash, [&](std::uint32_t i) { return judgements_[i].id == id; });
  if (place != IdTable::kNone) return &judgements_[place];
  places_.add(hash, static_cast<std::uint32_t>(judgements_.size()));
  judgements_.push_back({std::string(id), grade});
  return nullptr;
}

const Judgement* TopicJudgements::find(std::string_view id, std::uint64_t hash) const {
  const std::uint32_t place =
      places_.find(hash, [&](std::uint32_t i) { return judgements_[i].id == id; });
  return place == IdTable::kNone ? nullptr : &judgements_[place];
}

bool TopicJudgements::has_grade(std::int32_t least) const {
  return std::ranges::any_of(judgements_, [&](const Judgement& j) { return j.grade >= least; });
}

TopicJudgements& Judgements::topic(std::string_view name) {
  if (!topics_.empty() && topics_.back().topic() == name) return topics_.back();
  const std::uint64_t hash = id_hash(name);
  const std::uint32_t place =
      places_.find(hash, [&](std::uint32_t i) { return topics_[i].topic() == name; });
  if (place != IdTable::kNone) return topics_[place];
  places_.add(hash, static_cast<std::uint32_t>(topics_.size()));
  return topics_.emplace_back(std::string(name));
}

const TopicJudgements* Judgements::find(std::string_view topic) const {
  const std::uint32_t place =
      places_.find(id_hash(topic), [&](std::uint32_t i) { return topics_[i].topic() == topic; });
  return place == IdTable::kNone ? nullptr : &topics_[place];
}

std::size_t Judgements::size() const {
  std::size_t size = 0;
  for (const TopicJudgements& topic : topics_) size += topic.all().size();
  return size;
}

base::Result<Judgements> read_judgements(const std::string& path, const ReadOptions& options) {
  auto lines = LineSource::open(path, options);
  if (!lines) return std::unexpected(std::move(lines.error()));
  return read_judgements(*lines);
}

base::Result<Judgements> read_judgements(LineSource& lines) {
  Judgements judgements;
  std::uint64_t negative = 0;
  std::uint64_t first_negative = 0;
  while (true) {
    const auto line = lines.next();
    if (!line) return std::unexpected(line.error());
    if (!*line) break;
    const auto is_negative = take_line((*line)->text, judgements, lines);
    if (!is_negative) return std::unexpected(is_negative.error());
    if (*is_negative && negative++ == 0) first_negative = (*line)->number;
  }
  if (negative > 0 && lines.options().problems != nullptr) {
    lines.options().problems->flawed(
        lines.name(), first_negative,
        fmt::format("{} negative judgement{}, the first one here: in the pool, but not judged",
                    negative, negative == 1 ? "" : "s"));
  }
  return judgements;
}

std::string judgement_lines(const Judgements& judgements) {
  std::string lines;
  for (const TopicJudgements& topic : judgements.topics()) {
    for (const Judgement& judgement : topic.all()) {
      lines += fmt::format("{}\t0\t{}\t{}\n", topic.topic(), judgement.id, judgement.grade);
    }
  }
  return lines;
}

}  // namespace noether::evaluation
