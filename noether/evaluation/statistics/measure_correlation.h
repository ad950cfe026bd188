// The agreement of measures about systems, as in Table 6 of the overview of ARQMath-3.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "noether/evaluation/score_table.h"

namespace noether::evaluation {

struct MeasureCorrelation {
  std::string first;
  std::string second;
  std::optional<double> pearson;
  std::optional<double> kendall;
};

// Every two measures over the means of all systems; the tables have the same measures.
std::vector<MeasureCorrelation> correlate_measures(std::span<const ScoreTable> systems);

}  // namespace noether::evaluation
