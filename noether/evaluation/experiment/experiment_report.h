// Makes the report of an experiment: its tables, comparisons, plots, and their data. Compares the
// systems with their baselines, for each set of topics and measure.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "noether/evaluation/experiment/experiment.h"
#include "noether/evaluation/experiment/run_experiment.h"
#include "noether/evaluation/report/report.h"
#include "noether/evaluation/statistics/comparison.h"

namespace noether::evaluation {

// The values of one measure of a table by topic; empty if the table does not have the measure.
TopicScores topic_scores(const ScoreTable& table, std::string_view measure);

class BaselineComparisons {
 public:
  // Makes all comparisons, on this many threads.
  BaselineComparisons(const Experiment& experiment, const ExperimentResults& results,
                      unsigned threads);

  // The comparisons of all systems with scores except the baseline; null if the baseline has no
  // scores.
  const std::vector<SystemComparison>* all(std::size_t baseline, std::size_t topics,
                                           std::string_view measure) const;
  // The probability with the correction that the plan of the experiment chooses.
  double probability(const SystemComparison& comparison) const;
  // The letters of the baselines than which the system is significantly better, or worse.
  std::string better_than(std::string_view system, std::size_t topics,
                          std::string_view measure) const;
  std::string worse_than(std::string_view system, std::size_t topics,
                         std::string_view measure) const;

 private:
  std::string letters(std::string_view system, std::size_t topics, std::string_view measure,
                      bool of_better) const;

  using Key = std::tuple<std::size_t, std::size_t, std::string>;  // baseline, topics, measure
  const ComparisonPlan* plan_;
  std::map<Key, std::vector<SystemComparison>> made_;
};

// The letters by which tables refer to baselines: a, b, c.
inline char baseline_letter(std::size_t baseline) { return static_cast<char>('a' + baseline); }

// "paired t-test, Holm's correction, p < 0.05"
std::string test_text(const ComparisonPlan& plan);

Report experiment_report(const Experiment& experiment, const ExperimentResults& results,
                         unsigned threads = 1);

// The parts of the report.
ReportSection table_section(const ExperimentTable& table, const Experiment& experiment,
                            const ExperimentResults& results,
                            const BaselineComparisons& comparisons);
ReportSection comparison_section(const Experiment& experiment,
                                 const BaselineComparisons& comparisons);
// A section for each set of topics for which there is something to draw.
std::vector<ReportSection> plot_sections(const Experiment& experiment,
                                         const ExperimentResults& results);

}  // namespace noether::evaluation
