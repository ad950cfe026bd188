#include "bench/ranking/run_scores.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string_view>
#include <vector>

#include "noether/base/line_reader.h"

namespace noether::bench {
namespace {

constexpr std::size_t kMaxLineBytes = 1 << 16;

// The words of every line; an error names a line with fewer than `least`.
template <typename Take>
base::Result<void> read_lines(const std::string& path, std::size_t least, Take take) {
  auto reader = base::LineReader::open(path, kMaxLineBytes);
  if (!reader) return std::unexpected(std::move(reader.error()));
  while (true) {
    const auto line = reader->next();
    if (!line) return std::unexpected(line.error());
    if (!*line) return {};
    std::istringstream words{std::string((*line)->text)};
    std::vector<std::string> row;
    for (std::string word; words >> word;) row.push_back(std::move(word));
    if (row.empty()) continue;
    if (row.size() < least) {
      return base::fail(
          fmt::format("{}:{}: {} columns, not {}", path, (*line)->number, row.size(), least));
    }
    take(row);
  }
}

}  // namespace

base::Result<Judgements> read_judgements(const std::string& path) {
  Judgements judgements;
  auto done = read_lines(path, 4, [&](const std::vector<std::string>& row) {
    judgements[row[0]][row[2]] = std::atoi(row[3].c_str());
  });
  if (!done) return std::unexpected(std::move(done.error()));
  return judgements;
}

base::Result<Run> read_run(const std::string& path) {
  Run run;
  auto done = read_lines(path, 6, [&](const std::vector<std::string>& row) {
    run[row[0]][row[2]] = std::strtod(row[4].c_str(), nullptr);
  });
  if (!done) return std::unexpected(std::move(done.error()));
  return run;
}

RunScores score_run(const Run& run, const Judgements& judgements, int least) {
  RunScores scores;
  for (const auto& [topic, grades] : judgements) {
    const auto found = run.find(topic);
    const bool counts =
        std::ranges::any_of(grades, [&](const auto& grade) { return grade.second >= least; });
    if (found == run.end() || !counts) continue;
    using Item = std::pair<double, std::string_view>;
    std::vector<Item> items;
    for (const auto& [id, score] : found->second) items.emplace_back(score, id);
    std::ranges::sort(items, std::greater<>());
    std::vector<std::uint32_t> ranking;
    std::map<std::uint32_t, int> by_number;
    for (std::uint32_t i = 0; i < items.size(); ++i) {
      ranking.push_back(i);
      const auto grade = grades.find(std::string(items[i].second));
      if (grade != grades.end()) by_number[i] = grade->second;
    }
    // What is judged but not in the run counts in the ideal ranking.
    auto missing = static_cast<std::uint32_t>(items.size());
    for (const auto& [id, grade] : grades) {
      if (!found->second.contains(id)) by_number[missing++] = grade;
    }
    const Measures measures = measure(ranking, by_number);
    scores.by_topic[topic] = measures;
    scores.mean += measures;
    ++scores.topics;
  }
  if (scores.topics > 0) scores.mean = scores.mean / static_cast<double>(scores.topics);
  return scores;
}

}  // namespace noether::bench
