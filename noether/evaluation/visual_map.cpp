#include "noether/evaluation/visual_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "noether/collection/tsv_reader.h"
#include "noether/evaluation/id_table.h"
#include "noether/evaluation/line_source.h"

namespace noether::evaluation {
namespace {

// Reads an id as the files of the collection write it: digits without leading zeros.
std::optional<std::uint32_t> id_number(std::string_view text) {
  std::uint32_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (text.size() > 1 && text[0] == '0') return std::nullopt;
  return value;
}

// Whether the first line names the columns of the collection's table.
base::Result<bool> is_table(const std::string& path) {
  auto lines = LineSource::open(path, {}, collection::TsvReader::kMaxLineBytes);
  if (!lines) return std::unexpected(std::move(lines.error()));
  const auto line = lines->next();
  if (!line) return std::unexpected(line.error());
  return *line && (*line)->text.find("visual_id") != std::string_view::npos;
}

base::Result<void> read_pairs(const std::string& path, const ReadOptions& options,
                              collection::VisualIds& ids) {
  auto lines = LineSource::open(path, options);
  if (!lines) return std::unexpected(std::move(lines.error()));
  while (true) {
    const auto line = lines->next();
    if (!line) return std::unexpected(line.error());
    if (!*line) return {};
    std::array<Column, 2> columns;
    const std::size_t count = split_columns((*line)->text, columns);
    std::array<std::optional<std::uint32_t>, 2> numbers;
    std::optional<std::size_t> bad;
    for (std::size_t i = 0; i < 2 && !bad; ++i) {
      numbers[i] = id_number(columns[i].text);
      if (!numbers[i]) bad = i;
    }
    if (!bad && count == 2) {
      ids.add(*numbers[0], *numbers[1]);
      continue;
    }
    const Column& place = columns[bad.value_or(1)];
    const std::string what =
        bad ? fmt::format("expected the number of a {}, not {}",
                          *bad == 0 ? "formula" : "visual id", found_text(place.text))
            : "expected two columns (formula, visual id), not more";
    const std::size_t at = bad ? place.at : place.at + place.text.size();
    if (auto done = lines->malformed(at, what); !done) return done;
  }
}

}  // namespace

std::optional<std::string> VisualMap::find(std::string_view formula) const {
  const auto number = id_number(formula);
  if (!number) return std::nullopt;
  const auto visual = ids_.find(*number);
  if (!visual) return std::nullopt;
  return fmt::to_string(*visual);
}

std::string VisualMap::name(std::string_view formula) const {
  auto visual = find(formula);
  return visual ? std::move(*visual) : fmt::format("formula:{}", formula);
}

std::size_t VisualMap::count_visual_ids(std::span<const std::string_view> ids) const {
  std::vector<std::uint32_t> numbers;
  for (const std::string_view id : ids) {
    if (const auto number = id_number(id)) numbers.push_back(*number);
  }
  std::ranges::sort(numbers);
  // There are far more visual ids than numbers to look up.
  std::vector<bool> is_visual(numbers.size());
  for (const std::uint32_t visual : ids_.visuals()) {
    const auto there = std::ranges::lower_bound(numbers, visual);
    if (there == numbers.end() || *there != visual) continue;
    is_visual[static_cast<std::size_t>(there - numbers.begin())] = true;
  }
  std::size_t count = 0;
  bool last = false;  // among equal numbers, the first is marked
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (i == 0 || numbers[i] != numbers[i - 1]) last = is_visual[i];
    if (last) ++count;
  }
  return count;
}

base::Result<VisualMap> read_visual_map(std::span<const std::string> paths,
                                        const ReadOptions& options) {
  collection::ProblemList unheard;
  collection::ProblemList& problems = options.problems != nullptr ? *options.problems : unheard;
  collection::VisualIds ids;
  std::vector<std::string> tables;
  for (const std::string& path : paths) {
    const auto table = is_table(path);
    if (!table) return std::unexpected(table.error());
    if (*table) {
      tables.push_back(path);
    } else if (auto done = read_pairs(path, options, ids); !done) {
      return std::unexpected(std::move(done.error()));
    }
  }
  if (tables.empty()) {
    ids.freeze();
    return VisualMap(std::move(ids));
  }
  if (tables.size() < paths.size()) {
    return base::fail("visual ids are either tables of formulas or lines of two numbers, not both");
  }
  auto read = collection::read_visual_ids(tables, problems);
  if (!read) return std::unexpected(std::move(read.error()));
  return VisualMap(std::move(*read));
}

std::vector<RankedResult> visually_distinct(std::vector<RankedResult> results,
                                            const VisualMap& visual_ids) {
  IdTable places;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < results.size(); ++i) {
    results[i].id = visual_ids.name(results[i].id);
    const std::uint64_t hash = id_hash(results[i].id);
    const std::uint32_t first =
        places.find(hash, [&](std::uint32_t place) { return results[place].id == results[i].id; });
    if (first != IdTable::kNone) continue;
    places.add(hash, static_cast<std::uint32_t>(kept));
    if (kept != i) results[kept] = std::move(results[i]);
    ++kept;
  }
  results.resize(kept);
  // Ties are now between visual ids, which must be ordered again.
  order_results(results);
  return results;
}

Judgements visually_distinct(const Judgements& judgements, const VisualMap& visual_ids) {
  Judgements distinct;
  for (const TopicJudgements& topic : judgements.topics()) {
    TopicJudgements& into = distinct.topic(topic.topic());
    for (const Judgement& judgement : topic.all()) {
      Judgement* there = into.add(visual_ids.name(judgement.id), judgement.grade);
      if (there != nullptr) there->grade = std::max(there->grade, judgement.grade);
    }
  }
  return distinct;
}

bool are_formulas(const Judgements& judgements, const VisualMap& visual_ids) {
  std::size_t formulas = 0;
  std::vector<std::string_view> ids;
  for (const TopicJudgements& topic : judgements.topics()) {
    for (const Judgement& judgement : topic.all()) {
      if (visual_ids.find(judgement.id)) ++formulas;
      ids.push_back(judgement.id);
    }
  }
  return formulas * 2 > ids.size() && formulas > visual_ids.count_visual_ids(ids);
}

}  // namespace noether::evaluation
