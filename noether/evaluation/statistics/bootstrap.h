// The confidence interval of a mean over topics, by resampling topics.
#pragma once

#include <cstdint>
#include <span>

namespace noether::evaluation {

struct BootstrapOptions {
  std::uint64_t samples = 10'000;
  double level = 0.95;  // of confidence, between 0 and 1
  std::uint64_t seed = 1;
};

struct Interval {
  double low = 0;
  double high = 0;
};

// Efron's percentile interval of the mean: topics are drawn with replacement, and the interval
// leaves the same share of the means on either side. The same seed gives the same interval on every
// machine. Without a value it is 0 to 0.
Interval bootstrap_mean(std::span<const double> values, const BootstrapOptions& options = {});

}  // namespace noether::evaluation
