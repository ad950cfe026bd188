#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "noether/evaluation/experiment/experiment_report.h"
#include "noether/evaluation/report/plots.h"

namespace noether::evaluation {
namespace {

class PlotBuilder {
 public:
  PlotBuilder(const Experiment& experiment, const ExperimentResults& results, std::size_t topics,
              const MeasureRequest& measure)
      : experiment_(experiment),
        results_(results),
        topics_(topics),
        measure_(measure.name()),
        title_(measure_title(experiment, measure)) {}

  ReportSection build() {
    const std::string& set = experiment_.topics[topics_].name;
    made_.title = "Plots: " + set;
    if (experiment_.plots.distribution) add_distribution(set);
    const bool are_rankings = experiment_.topics[topics_].task != 3;
    if (experiment_.plots.precision_recall && are_rankings) add_curves(set);
    if (experiment_.plots.differences) add_differences(set);
    return std::move(made_);
  }

 private:
  template <typename Plot>
  void add(std::string_view kind, const Plot& plot) {
    made_.plots.push_back({fmt::format("{}-{}", topics_ + 1, kind), plot.title, draw(plot)});
  }

  std::vector<const ScoreTable*> tables() const {
    std::vector<const ScoreTable*> all;
    for (std::size_t s = 0; s < experiment_.systems.size(); ++s) {
      const ScoreTable* table = results_.table(s, topics_);
      if (table != nullptr && !table->topics.empty()) all.push_back(table);
    }
    return all;
  }

  void add_distribution(const std::string& set) {
    DistributionPlot plot{fmt::format("{} by topic, {}", title_, set), title_, {}};
    for (const ScoreTable* table : tables()) {
      TopicScores scores = topic_scores(*table, measure_);
      DistributionPlot::Values& values = plot.systems.emplace_back();
      values.name = table->system;
      for (std::size_t t = 0; t < scores.values.size(); ++t) {
        values.topics.emplace_back(std::move(scores.topics[t]), scores.values[t]);
      }
    }
    if (!plot.systems.empty()) add("distribution", plot);
  }

  void add_curves(const std::string& set) {
    CurvePlot plot{fmt::format("Interpolated precision, {}", set), "recall", "precision", {}};
    const bool is_prime = measure_.find('\'') != std::string::npos;
    const auto points = parse_measures(is_prime ? "iprec'" : "iprec");
    if (!points) return;
    for (const ScoreTable* table : tables()) {
      CurvePlot::Curve& curve = plot.curves.emplace_back();
      curve.name = table->system;
      for (const MeasureRequest& point : *points) {
        const auto found = std::ranges::find(table->measures, point.name());
        if (found == table->measures.end()) continue;
        const auto m = static_cast<std::size_t>(found - table->measures.begin());
        curve.points.emplace_back(point.at.recall, table->means[m]);
      }
    }
    if (!plot.curves.empty()) add("precision-recall", plot);
  }

  // Compares each system with the first baseline.
  void add_differences(const std::string& set) {
    if (experiment_.comparison.baselines.empty()) return;
    const std::string& name = experiment_.comparison.baselines.front();
    const auto all = tables();
    const auto baseline = std::ranges::find(all, name, &ScoreTable::system);
    if (baseline == all.end()) return;
    const TopicScores base = topic_scores(**baseline, measure_);
    std::size_t number = 0;
    for (const ScoreTable* table : all) {
      if (table == *baseline) continue;
      const TopicScores scores = topic_scores(*table, measure_);
      DifferencePlot plot{fmt::format("{}: {} beside {}, {}", title_, table->system, name, set),
                          table->system + " is better",
                          name + " is better",
                          {}};
      // The topics of tables are sorted.
      for (std::size_t t = 0; t < base.topics.size(); ++t) {
        const auto at = std::ranges::lower_bound(scores.topics, base.topics[t]);
        if (at == scores.topics.end() || *at != base.topics[t]) continue;
        const auto place = static_cast<std::size_t>(at - scores.topics.begin());
        plot.differences.emplace_back(base.topics[t], scores.values[place] - base.values[t]);
      }
      add(fmt::format("difference-{}", ++number), plot);
    }
  }

  const Experiment& experiment_;
  const ExperimentResults& results_;
  std::size_t topics_;
  std::string measure_;
  std::string title_;  // its name in the tables
  ReportSection made_;
};

}  // namespace

std::vector<ReportSection> plot_sections(const Experiment& experiment,
                                         const ExperimentResults& results) {
  std::vector<ReportSection> sections;
  for (std::size_t t = 0; t < experiment.topics.size(); ++t) {
    const auto measure = main_measure(experiment, experiment.topics[t]);
    if (!measure) continue;
    ReportSection section = PlotBuilder(experiment, results, t, *measure).build();
    if (!section.plots.empty()) sections.push_back(std::move(section));
  }
  return sections;
}

}  // namespace noether::evaluation
