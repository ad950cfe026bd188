// Makes a table of an experiment: published figures as written, and measured ones beside them.
//
// The best figure of a column is in bold among those published, and among those measured on the
// same topics, because others are not comparable. A run without some of the topics that others have
// gets a note, and does not compete.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "noether/evaluation/experiment/experiment_report.h"

namespace noether::evaluation {
namespace {

constexpr int kUsualDigits = 4;
// Larger means are of lengths or counts, whose decimals are not significant.
constexpr double kLargeMean = 100;

// Figures in parentheses do not compete, because papers write those of systems with an advantage
// so.
std::optional<double> figure(const std::string& text) {
  double value = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value);
  if (error != std::errc() || end != last) return std::nullopt;
  return value;
}

class TableBuilder {
 public:
  TableBuilder(const ExperimentTable& table, const Experiment& experiment,
               const ExperimentResults& results, const BaselineComparisons& comparisons)
      : table_(table), experiment_(experiment), results_(results), comparisons_(comparisons) {}

  ReportTable build() {
    made_.row_title = table_.row_title.empty() ? "System" : table_.row_title;
    for (const ColumnGroup& group : table_.groups) {
      made_.headings.push_back({group.heading, group.columns.size()});
      for (const TableColumn& column : group.columns) made_.columns.push_back(column.name);
    }
    const bool has_headings = std::ranges::any_of(
        made_.headings, [](const ReportHeading& h) { return !h.text.empty() && h.text != "-"; });
    if (!has_headings) made_.headings.clear();
    for (ReportHeading& heading : made_.headings) {
      if (heading.text == "-") heading.text.clear();
    }
    for (const TableRow& row : table_.rows) add(row);
    mark_best(ReportRow::Kind::Published);
    mark_best(ReportRow::Kind::Measured);
    add_notes();
    return std::move(made_);
  }

 private:
  void add(const TableRow& row) {
    ReportRow made;
    made.name = row.name;
    switch (row.kind) {
      case TableRow::Kind::Group:
        made.kind = ReportRow::Kind::Group;
        break;
      case TableRow::Kind::Published:
        made.kind = ReportRow::Kind::Published;
        for (const std::string& cell : row.cells) made.cells.push_back(given(cell));
        break;
      case TableRow::Kind::Measured:
        made.kind = ReportRow::Kind::Measured;
        add_measured(made, row);
        break;
      case TableRow::Kind::Missing:
        made.kind = ReportRow::Kind::Missing;
        add_missing(made, row);
        break;
    }
    made_.rows.push_back(std::move(made));
  }

  static ReportCell given(const std::string& text) {
    return {.text = text == "-" ? std::string() : text};
  }

  void add_measured(ReportRow& made, const TableRow& row) {
    const auto place = std::ranges::find(experiment_.systems, row.system, &ExperimentSystem::name);
    const auto system = static_cast<std::size_t>(place - experiment_.systems.begin());
    std::size_t next = 0;
    std::size_t column = 0;
    for (const ColumnGroup& group : table_.groups) {
      if (!group.is_measured()) {
        for (std::size_t c = 0; c < group.columns.size(); ++c) {
          made.cells.push_back(given(row.cells[next++]));
        }
      } else if (!group.tasks.empty()) {
        add_encoder_scores(made, group, system, column);
      } else {
        add_scores(made, group, system, column);
      }
      column += group.columns.size();
    }
  }

  void add_scores(ReportRow& made, const ColumnGroup& group, std::size_t system,
                  std::size_t first_column) {
    const auto asked = topics_for(experiment_, experiment_.systems[system], group);
    if (!asked) {
      made.cells.push_back(
          {.text = "no run for these topics", .columns = group.columns.size(), .is_note = true});
      return;
    }
    const std::size_t topics = *asked;
    const ScoreTable* scores = results_.table(system, topics);
    if (scores == nullptr || scores->topics.empty()) {
      const ExperimentResults::Cell& cell = results_.scores[system][topics];
      made.cells.push_back({.text = scores != nullptr ? "the run has no judged topic"
                                    : cell            ? cell->error().message
                                                      : "not asked for",
                            .tip = scores == nullptr && cell ? cell->error().hint : std::string(),
                            .columns = group.columns.size(),
                            .is_note = true});
      return;
    }
    for (std::size_t c = 0; c < group.columns.size(); ++c) {
      const std::string measure = group.columns[c].measure->name();
      const auto found = std::ranges::find(scores->measures, measure);
      const auto m = static_cast<std::size_t>(found - scores->measures.begin());
      const double mean = scores->means[m];
      if (std::isnan(mean)) {
        made.cells.emplace_back();
        continue;
      }
      const std::size_t count = topics_with(*scores, m);
      const std::string of_fewer =
          count < most_topics(topics, m) ? fmt::format(" ({} topics)", count) : std::string();
      const int digits = mean < kLargeMean ? digits_of(first_column + c) : 0;
      made.cells.push_back({.text = fmt::format("{:.{}f}{}", mean, digits, of_fewer),
                            .better = comparisons_.better_than(scores->system, topics, measure),
                            .worse = comparisons_.worse_than(scores->system, topics, measure),
                            .tip = fmt::format("{:.6f} over {} topics of {}", mean, count,
                                               experiment_.topics[topics].name),
                            .family = topics});
    }
  }

  // Only encoders that read the same input compete, because values give an encoder information that
  // others have to learn.
  void add_encoder_scores(ReportRow& made, const ColumnGroup& group, std::size_t system,
                          std::size_t first_column) {
    const auto place = std::ranges::find(experiment_.tasks, group.tasks, &EmbeddingTaskSet::name);
    const auto tasks = static_cast<std::size_t>(place - experiment_.tasks.begin());
    const ExperimentResults::EncoderCell& cell = results_.encoders[system][tasks];
    if (!cell || !*cell) {
      const base::Error why = cell ? cell->error() : base::Error{no_scores(system), {}, {}};
      // One note is enough for adjacent columns.
      if (!made.cells.empty() && made.cells.back().is_note &&
          made.cells.back().text == why.message) {
        made.cells.back().columns += group.columns.size();
        return;
      }
      made.cells.push_back(
          {.text = why.message, .tip = why.hint, .columns = group.columns.size(), .is_note = true});
      return;
    }
    const EncoderScores& scores = **cell;
    const std::size_t family = readings_.try_emplace(scores.reads, readings_.size()).first->second;
    for (std::size_t c = 0; c < group.columns.size(); ++c) {
      const auto found = scores.figures.find(group.columns[c].encoder_measure);
      if (group.columns[c].encoder_measure == "reads") {
        made.cells.push_back({.text = scores.reads});
      } else if (found == scores.figures.end()) {
        made.cells.emplace_back();
      } else {
        made.cells.push_back(
            {.text = fmt::format("{:.{}f}", found->second, digits_of(first_column + c)),
             .tip = fmt::format("{:.6f} on {}", found->second, group.tasks),
             .family = family});
      }
    }
  }

  std::string no_scores(std::size_t system) const {
    const bool has_encoder = !experiment_.systems[system].encoder.folder.empty();
    return has_encoder ? "no column asks for a task" : "no encoder";
  }

  // The number of topics for which a measure has a value.
  static std::size_t topics_with(const ScoreTable& scores, std::size_t measure) {
    return static_cast<std::size_t>(std::ranges::count_if(
        scores.values, [&](const std::vector<double>& row) { return !std::isnan(row[measure]); }));
  }

  // All tables of the same topics have the same measures.
  std::size_t most_topics(std::size_t topics, std::size_t measure) const {
    std::size_t most = 0;
    for (std::size_t system = 0; system < experiment_.systems.size(); ++system) {
      const ScoreTable* scores = results_.table(system, topics);
      if (scores != nullptr) most = std::max(most, topics_with(*scores, measure));
    }
    return most;
  }

  // The number of digits of the published figures in the column.
  int digits_of(std::size_t column) const {
    int digits = 0;
    for (const TableRow& row : table_.rows) {
      if (row.kind != TableRow::Kind::Published) continue;
      const std::string& cell = row.cells[column];
      const std::size_t point = cell.find('.');
      if (!figure(cell) || point == std::string::npos) continue;
      digits =
          std::max(digits, static_cast<int>(std::min<std::size_t>(cell.size() - point - 1, 9)));
    }
    return digits > 0 ? digits : kUsualDigits;
  }

  // Adds the given cells, then the reason why there are no more.
  void add_missing(ReportRow& made, const TableRow& row) const {
    std::size_t filled = 0;
    for (const ColumnGroup& group : table_.groups) {
      if (group.is_measured()) break;
      bool is_empty = false;
      for (std::size_t c = 0; c < group.columns.size() && !is_empty; ++c) {
        is_empty = std::ranges::all_of(row.cells.begin() + static_cast<std::ptrdiff_t>(filled),
                                       row.cells.end(),
                                       [](const std::string& cell) { return cell == "-"; });
        if (!is_empty) made.cells.push_back(given(row.cells[filled++]));
      }
      if (is_empty) break;
    }
    if (filled == table_.columns()) return;
    made.cells.push_back({.text = "not built yet: " + row.why,
                          .columns = table_.columns() - filled,
                          .is_note = true});
  }

  void mark_best(ReportRow::Kind kind) {
    std::size_t column = 0;
    for (const ColumnGroup& group : table_.groups) {
      for (std::size_t c = 0; c < group.columns.size(); ++c, ++column) {
        if (group.best != BestValue::None) mark_best(kind, column, group.best == BestValue::Low);
      }
    }
  }

  void mark_best(ReportRow::Kind kind, std::size_t column, bool low_is_best) {
    std::map<std::size_t, std::vector<std::pair<double, ReportCell*>>> families;
    for (ReportRow& row : made_.rows) {
      if (row.kind != kind) continue;
      std::size_t at = 0;
      for (ReportCell& cell : row.cells) {
        if (at == column && !cell.is_note) {
          if (const auto value = figure(cell.text))
            families[cell.family].emplace_back(*value, &cell);
        }
        at += cell.columns;
      }
    }
    for (const auto& [family, figures] : families) {
      if (figures.size() < 2) continue;
      const auto best = std::ranges::max_element(figures, [&](const auto& a, const auto& b) {
        return low_is_best ? a.first > b.first : a.first < b.first;
      });
      for (const auto& [value, cell] : figures) cell->is_best = value == best->first;
    }
  }

  void add_notes() {
    if (!table_.note.empty()) made_.notes.push_back(table_.note);
    const bool is_measured = std::ranges::any_of(
        made_.rows, [](const ReportRow& r) { return r.kind == ReportRow::Kind::Measured; });
    const auto& baselines = experiment_.comparison.baselines;
    if (!is_measured || baselines.empty()) return;
    std::string note;
    for (std::size_t b = 0; b < baselines.size(); ++b) {
      note += fmt::format("{}{}: significantly better than {}", note.empty() ? "" : "; ",
                          baseline_letter(b), baselines[b]);
    }
    made_.notes.push_back(
        fmt::format("{}; with −, worse ({}).", note, test_text(experiment_.comparison)));
  }

  const ExperimentTable& table_;
  const Experiment& experiment_;
  const ExperimentResults& results_;
  const BaselineComparisons& comparisons_;
  std::map<std::string, std::size_t> readings_;  // inputs of encoders, by order of appearance
  ReportTable made_;
};

}  // namespace

ReportSection table_section(const ExperimentTable& table, const Experiment& experiment,
                            const ExperimentResults& results,
                            const BaselineComparisons& comparisons) {
  ReportSection section;
  section.title = table.name + ": " + table.title;
  if (!table.source.empty()) section.paragraphs.push_back("Published figures: " + table.source);
  section.tables.push_back(TableBuilder(table, experiment, results, comparisons).build());
  return section;
}

}  // namespace noether::evaluation
