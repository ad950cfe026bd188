// The reports of a run. The metrics file has one JSON object per line, which programs and the plot
// read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "noether/base/error.h"

namespace noether::train {

using Scores = std::vector<std::pair<std::string, double>>;

struct Report {
  std::int64_t step = 0;
  double seconds = 0;
  double loss = 0;  // the mean since the previous report; NaN before the first step
  Scores losses;    // the parts of the loss
  double learning_rate = 0;
  double examples_per_second = 0;
  std::string counted = "examples";  // the unit of `examples_per_second`
  double waiting = 0;                // share of the time spent waiting for batches
  Scores scores;                     // scores of a validation at this step
};

std::string report_line(const Report& report);  // JSON, without a newline
std::optional<Report> read_report(const std::string& line);

// Reads the lines of a file up to `last_step`. A resumed run writes the later ones again.
base::Result<std::vector<Report>> read_reports(const std::string& path, std::int64_t last_step);

// Plots the loss over the steps, with the scores below it.
std::string loss_plot(const std::vector<Report>& reports);  // SVG

}  // namespace noether::train
