// The correlation of two measures over the same systems: Pearson's r of their values, and Kendall's
// tau of their rankings. It shows how far measures agree about systems, as in Table 6 of the
// overview of ARQMath-3.
// Both lists have the same length. There is no correlation if there are fewer than two values, if
// all values of one list are equal, or if one value is not finite.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "noether/evaluation/score_table.h"

namespace noether::evaluation {

std::optional<double> pearson(std::span<const double> first, std::span<const double> second);

// Computes tau-b, which takes account of ties, in n log n steps.
std::optional<double> kendall_tau(std::span<const double> first, std::span<const double> second);

struct MeasureCorrelation {
  std::string first;
  std::string second;
  std::optional<double> pearson;
  std::optional<double> kendall;
};

// Correlates every two measures over the means of all systems. The tables must have the same
// measures.
std::vector<MeasureCorrelation> correlate_measures(std::span<const ScoreTable> systems);

}  // namespace noether::evaluation
