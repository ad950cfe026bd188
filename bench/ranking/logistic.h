// Logistic regression for a few values and samples, and the quality of its forecasts.
#pragma once

#include <span>
#include <vector>

namespace noether::bench {

struct LogisticSample {
  std::vector<double> values;
  bool is_right = false;
};

// Returns the bias, then a weight for each value. Fitting scales the values to spread 1, and a
// ridge equivalent to one sample keeps the weights small.
std::vector<double> fit_logistic(std::span<const LogisticSample> samples);

struct Forecast {
  double probability = 0;
  bool is_right = false;
};

struct ForecastQuality {
  double right = 0;  // share of right results
  double mean = 0;   // mean of the probabilities
  double brier = 0;  // mean squared error
  // The mean difference between forecast and right share in five groups of forecasts by size.
  double calibration_error = 0;
  double auc = 0;         // how often a right one has a larger probability than a wrong one
  double kept = 0;        // share of forecasts of at least `enough`
  double right_kept = 0;  // right share of these and, below, of the others
  double right_left = 0;
};
ForecastQuality quality_of(std::span<const Forecast> forecasts, double enough);

}  // namespace noether::bench
