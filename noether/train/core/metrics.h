// The reports of a run: one JSON object per line, for programs and for the plot.
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
  double loss = 0;  // the mean since the report before; no number before the first step
  Scores losses;    // parts of it
  double learning_rate = 0;
  double examples_per_second = 0;
  std::string counted = "examples";  // what is counted as one
  double waiting = 0;                // share of the time
  Scores scores;                     // of a validation at this step
};

std::string report_line(const Report& report);  // JSON, without the line's end
std::optional<Report> read_report(const std::string& line);

// The lines of a file up to this step: a run that continues writes the others again.
base::Result<std::vector<Report>> read_reports(const std::string& path, std::int64_t last_step);

// The loss, and the scores below, over the steps.
std::string loss_plot(const std::vector<Report>& reports);  // SVG

}  // namespace noether::train
