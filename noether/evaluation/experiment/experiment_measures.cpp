// Which measures an experiment asks for, and what it calls them.
#include <algorithm>

#include "noether/evaluation/experiment/run_experiment.h"

namespace noether::evaluation {
namespace {

void add_measure(std::vector<MeasureRequest>& all, const MeasureRequest& more) {
  if (std::ranges::find(all, more) == all.end()) all.push_back(more);
}

bool names_topics(const ColumnGroup& group, const TopicSet& topics) {
  return std::ranges::find(group.topics, topics.name) != group.topics.end();
}

}  // namespace

std::optional<MeasureRequest> main_measure(const Experiment& experiment, const TopicSet& topics) {
  for (const ExperimentTable& table : experiment.tables) {
    for (const ColumnGroup& group : table.groups) {
      if (!names_topics(group, topics)) continue;
      const bool is_chosen = experiment.plots.measure && topics.task != 3;
      return is_chosen ? experiment.plots.measure : group.columns.front().measure;
    }
  }
  return std::nullopt;
}

std::string measure_title(const Experiment& experiment, const MeasureRequest& measure) {
  for (const ExperimentTable& table : experiment.tables) {
    for (const ColumnGroup& group : table.groups) {
      const auto found = std::ranges::find(group.columns, measure, &TableColumn::measure);
      if (found != group.columns.end()) return found->name;
    }
  }
  return measure.name();
}

std::vector<MeasureRequest> measures_of(const Experiment& experiment, const TopicSet& topics) {
  std::vector<MeasureRequest> all;
  for (const ExperimentTable& table : experiment.tables) {
    for (const ColumnGroup& group : table.groups) {
      if (!names_topics(group, topics)) continue;
      for (const TableColumn& column : group.columns) add_measure(all, *column.measure);
    }
  }
  const auto shown = main_measure(experiment, topics);
  if (!shown) return all;
  add_measure(all, *shown);
  if (!experiment.plots.precision_recall || topics.task == 3) return all;
  const auto curve = parse_measures(shown->prime ? "iprec'" : "iprec");
  if (curve) {
    for (const MeasureRequest& point : *curve) add_measure(all, point);
  }
  return all;
}

}  // namespace noether::evaluation
