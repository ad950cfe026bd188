#include "noether/cli/evaluate/eval_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "noether/base/bar_chart.h"
#include "noether/base/utf8.h"
#include "noether/search/present/shown_text.h"

namespace noether::cli {
namespace {

using evaluation::Measure;
using evaluation::MeasureRequest;
using evaluation::SystemComparison;

constexpr int kBarCells = 20;
constexpr int kMeasuresInARow = 7;
constexpr double kSignificant = 0.05;

struct Cell {
  std::string text;
  bool stands_out = false;
};
using Row = std::vector<Cell>;

// Aligns the first column to the left and the others to the right, and appends the bar of each row
// unchanged.
std::string table_text(const std::vector<Row>& rows, const std::vector<std::string>& bars,
                       bool colours) {
  std::vector<std::size_t> widths;
  for (const Row& row : rows) {
    widths.resize(std::max(widths.size(), row.size()), 0);
    for (std::size_t c = 0; c < row.size(); ++c) {
      widths[c] = std::max(widths[c], base::count_characters(row[c].text));
    }
  }
  std::string text;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    std::string line;
    for (std::size_t c = 0; c < rows[r].size(); ++c) {
      const Cell& cell = rows[r][c];
      const std::string room(widths[c] - base::count_characters(cell.text), ' ');
      const std::string shown =
          cell.stands_out && colours ? fmt::format("\x1b[1m{}\x1b[0m", cell.text) : cell.text;
      line += c == 0 ? shown + room : "  " + room + shown;
    }
    if (r < bars.size() && !bars[r].empty()) line += "  " + bars[r];
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

std::string value_text(const Measure& measure, double value) {
  return fmt::format("{:.{}f}", value, measure.mean == Measure::Mean::Sum ? 0 : 4);
}

bool is_shown(const MeasureRequest& request) {
  return request.measure->mean != Measure::Mean::Tag && request.measure->name != "num_q";
}

bool is_shown_of_topics(const MeasureRequest& request) {
  return is_shown(request) && request.measure->of_topics;
}

// Counts are neither good nor bad.
bool can_be_best(const MeasureRequest& request) {
  return request.measure->mean != Measure::Mean::Sum;
}

std::string topics_table(const std::vector<ScoredRun>& runs,
                         const std::vector<MeasureRequest>& requests, bool colours) {
  std::string text;
  if (runs.size() == 1) {
    const evaluation::ScoreTable& table = runs[0].table;
    std::vector<Row> rows(1, Row{{"topic"}});
    for (std::size_t m = 0; m < requests.size(); ++m) {
      if (is_shown_of_topics(requests[m])) rows[0].push_back({table.measures[m]});
    }
    for (std::size_t t = 0; t < table.topics.size(); ++t) {
      Row& row = rows.emplace_back(Row{{search::clean_text(table.topics[t])}});
      for (std::size_t m = 0; m < requests.size(); ++m) {
        if (!is_shown_of_topics(requests[m])) continue;
        row.push_back({value_text(*requests[m].measure, table.values[t][m])});
      }
    }
    return table_text(rows, {}, colours) + "\n";
  }
  // Runs may have different topics; a topic that a run lacks leaves a gap.
  for (std::size_t m = 0; m < requests.size(); ++m) {
    if (!is_shown_of_topics(requests[m])) continue;
    std::map<std::string, std::vector<std::pair<std::size_t, double>>> by_topic;
    std::vector<Row> rows(1, Row{{requests[m].name()}});
    for (std::size_t r = 0; r < runs.size(); ++r) {
      rows[0].push_back({search::clean_text(runs[r].label)});
      const evaluation::ScoreTable& table = runs[r].table;
      for (std::size_t t = 0; t < table.topics.size(); ++t) {
        by_topic[table.topics[t]].emplace_back(r, table.values[t][m]);
      }
    }
    for (const auto& [topic, values] : by_topic) {
      Row& row = rows.emplace_back(Row{{search::clean_text(topic)}});
      row.resize(runs.size() + 1, {"-"});
      double best = values.front().second;
      for (const auto& [r, value] : values) best = std::max(best, value);
      for (const auto& [r, value] : values) {
        row[r + 1] = {value_text(*requests[m].measure, value),
                      can_be_best(requests[m]) && value == best};
      }
    }
    text += table_text(rows, {}, colours) + "\n";
  }
  return text;
}

// The best of several runs. A run that lacks topics of the others does not compete.
std::vector<bool> best_runs(const std::vector<ScoredRun>& runs, const MeasureRequest& request,
                            std::size_t measure) {
  std::vector<bool> best(runs.size());
  if (runs.size() == 1 || !can_be_best(request)) return best;
  std::size_t topics = 0;
  for (const ScoredRun& run : runs) topics = std::max(topics, run.table.topics.size());
  const auto competes = [&](const ScoredRun& run) { return run.table.topics.size() == topics; };
  double highest = 0;
  for (const ScoredRun& run : runs) {
    if (competes(run)) highest = std::max(highest, run.table.means[measure]);
  }
  for (std::size_t r = 0; r < runs.size(); ++r) {
    best[r] = competes(runs[r]) && runs[r].table.means[measure] == highest;
  }
  return best;
}

// Many measures are easier to read below one another.
std::string measures_table(const std::vector<ScoredRun>& runs,
                           const std::vector<MeasureRequest>& requests, bool colours) {
  std::vector<Row> rows = {Row{{"run"}}, Row{{"topics"}}};
  std::vector<std::string> bars(2);
  for (const ScoredRun& run : runs) {
    rows[0].push_back({search::clean_text(run.label)});
    rows[1].push_back({fmt::to_string(run.table.topics.size())});
  }
  for (std::size_t m = 0; m < requests.size(); ++m) {
    if (!is_shown(requests[m])) continue;
    const std::vector<bool> best = best_runs(runs, requests[m], m);
    Row& row = rows.emplace_back(Row{{requests[m].name()}});
    for (std::size_t r = 0; r < runs.size(); ++r) {
      row.push_back({value_text(*requests[m].measure, runs[r].table.means[m]), best[r]});
    }
    const bool has_bar = runs.size() == 1 && can_be_best(requests[m]);
    bars.push_back(has_bar ? base::text_bar(runs[0].table.means[m], kBarCells) : "");
  }
  return table_text(rows, bars, colours);
}

std::string p_text(double p) { return p < 0.0001 ? "<.0001" : fmt::format("{:.4f}", p); }

}  // namespace

void label_runs(std::vector<ScoredRun>& runs) {
  for (ScoredRun& run : runs) {
    const auto same = std::ranges::count_if(
        runs, [&](const ScoredRun& other) { return other.table.system == run.table.system; });
    run.label = same == 1 && !run.table.system.empty() ? run.table.system : run.path;
  }
}

std::vector<MeasureComparison> compare_runs(const std::vector<ScoredRun>& runs,
                                            const std::vector<MeasureRequest>& requests) {
  std::vector<MeasureComparison> comparisons;
  for (std::size_t m = 0; m < requests.size(); ++m) {
    if (!is_shown_of_topics(requests[m]) || !can_be_best(requests[m])) continue;
    std::vector<evaluation::TopicScores> scores;
    for (const ScoredRun& run : runs) {
      evaluation::TopicScores& of_run = scores.emplace_back();
      of_run.system = run.label;
      of_run.topics = run.table.topics;
      for (const std::vector<double>& row : run.table.values) of_run.values.push_back(row[m]);
    }
    comparisons.push_back({requests[m].name(), evaluation::compare_systems(
                                                   scores.front(), std::span(scores).subspan(1))});
  }
  return comparisons;
}

std::string scores_text(const std::vector<ScoredRun>& runs,
                        const std::vector<MeasureRequest>& requests, bool topics, bool colours) {
  std::string text;
  if (topics) text = topics_table(runs, requests, colours);
  if (std::ranges::count_if(requests, is_shown) > kMeasuresInARow) {
    return text + measures_table(runs, requests, colours);
  }
  std::vector<Row> rows(1, Row{{"run"}, {"topics"}});
  std::vector<std::string> bars(1);
  for (const ScoredRun& run : runs) {
    rows.push_back({{search::clean_text(run.label)}, {fmt::to_string(run.table.topics.size())}});
  }
  for (std::size_t m = 0; m < requests.size(); ++m) {
    if (!is_shown(requests[m])) continue;
    rows[0].push_back({requests[m].name()});
    const std::vector<bool> best = best_runs(runs, requests[m], m);
    const bool has_bars = bars.size() == 1 && can_be_best(requests[m]);
    for (std::size_t r = 0; r < runs.size(); ++r) {
      const double value = runs[r].table.means[m];
      rows[r + 1].push_back({value_text(*requests[m].measure, value), best[r]});
      if (has_bars) bars.push_back(base::text_bar(value, kBarCells));
    }
  }
  return text + table_text(rows, bars, colours);
}

std::string comparison_text(const std::vector<ScoredRun>& runs,
                            const std::vector<MeasureComparison>& comparisons, bool colours) {
  std::string text;
  for (const MeasureComparison& comparison : comparisons) {
    std::vector<Row> rows;
    rows.push_back(
        {{fmt::format("{} against {}", comparison.measure, search::clean_text(runs.front().label))},
         {"mean"},
         {"difference"},
         {"95 % interval"},
         {"better"},
         {"worse"},
         {"t-test"},
         {"Holm"},
         {"randomised"},
         {"Holm"}});
    for (const SystemComparison& system : comparison.systems) {
      const bool is_sure = system.randomisation.holm < kSignificant;
      rows.push_back(
          {{search::clean_text(system.system)},
           {fmt::format("{:.4f}", system.system_mean)},
           {fmt::format("{:+.4f}{}", system.mean_difference, is_sure ? "*" : " "), is_sure},
           {fmt::format("{:+.4f} {:+.4f}", system.interval.low, system.interval.high)},
           {fmt::to_string(system.better)},
           {fmt::to_string(system.worse)},
           {p_text(system.t_test.plain)},
           {p_text(system.t_test.holm)},
           {p_text(system.randomisation.plain)},
           {p_text(system.randomisation.holm)}});
    }
    text += "\n" + table_text(rows, {}, colours);
  }
  return text +
         "\n* the randomisation test, corrected after Holm, gives p < 0.05; p are two-sided\n";
}

}  // namespace noether::cli
