// Logistic regression for few numbers and few samples, and how good its forecasts are.
#pragma once

#include <span>
#include <vector>

namespace noether::bench {

struct LogisticSample {
  std::vector<double> values;
  bool is_right = false;
};

// The bias, then a weight for each value. Values are brought to spread 1 while it is fitted, and a
// ridge of one sample's worth keeps weights small.
std::vector<double> fit_logistic(std::span<const LogisticSample> samples);

struct Forecast {
  double probability = 0;
  bool is_right = false;
};

struct ForecastQuality {
  double right = 0;  // share
  double mean = 0;   // of the probabilities
  double brier = 0;  // mean square of what they are off
  // Of five groups of forecasts by size: how far the mean of each is from its share, on average.
  double calibration_error = 0;
  double auc = 0;         // how often a right one has the larger probability than a wrong one
  double kept = 0;        // share with at least `enough`
  double right_kept = 0;  // of these, the share that is right; and of the others
  double right_left = 0;
};
ForecastQuality quality_of(std::span<const Forecast> forecasts, double enough);

}  // namespace noether::bench
