#include "noether/evaluation/statistics/bootstrap.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "noether/egraph/terms/random.h"

namespace noether::evaluation {

namespace {

// Between the two nearest of the sorted values, by its distance from each.
double sorted_quantile(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  const double part = place - static_cast<double>(below);
  return sorted[below] + part * (sorted[above] - sorted[below]);
}

}  // namespace

Interval bootstrap_mean(std::span<const double> values, const BootstrapOptions& options) {
  if (values.empty() || options.samples == 0) return {};
  egraph::Random random(options.seed);
  std::vector<double> means(options.samples);
  for (double& mean : means) {
    double sum = 0;
    for (std::size_t i = 0; i < values.size(); ++i) sum += values[random.below(values.size())];
    mean = sum / static_cast<double>(values.size());
  }
  std::ranges::sort(means);
  const double tail = (1 - std::clamp(options.level, 0.0, 1.0)) / 2;
  return {sorted_quantile(means, tail), sorted_quantile(means, 1 - tail)};
}

}  // namespace noether::evaluation
