// The report of an experiment: its tables, comparisons, plots, and their data.
#pragma once

#include "noether/evaluation/experiment/comparisons.h"
#include "noether/evaluation/experiment/experiment.h"
#include "noether/evaluation/experiment/run_experiment.h"
#include "noether/evaluation/report/report.h"

namespace noether::evaluation {

Report experiment_report(const Experiment& experiment, const ExperimentResults& results,
                         unsigned threads = 1);

// Its parts.
ReportSection table_section(const ExperimentTable& table, const Experiment& experiment,
                            const ExperimentResults& results,
                            const BaselineComparisons& comparisons);
ReportSection comparison_section(const Experiment& experiment,
                                 const BaselineComparisons& comparisons);
// One for each set of topics with something to draw.
std::vector<ReportSection> plot_sections(const Experiment& experiment,
                                         const ExperimentResults& results);

}  // namespace noether::evaluation
