#include "noether/evaluation/statistics/measure_correlation.h"

#include "noether/evaluation/statistics/correlation.h"

namespace noether::evaluation {

std::vector<MeasureCorrelation> correlate_measures(std::span<const ScoreTable> systems) {
  std::vector<MeasureCorrelation> correlations;
  if (systems.empty()) return correlations;
  const std::vector<std::string>& names = systems.front().measures;
  std::vector<std::vector<double>> values(names.size());
  for (std::size_t m = 0; m < names.size(); ++m) {
    for (const ScoreTable& table : systems) values[m].push_back(table.means[m]);
  }
  for (std::size_t a = 0; a < names.size(); ++a) {
    for (std::size_t b = a + 1; b < names.size(); ++b) {
      correlations.push_back(
          {names[a], names[b], pearson(values[a], values[b]), kendall_tau(values[a], values[b])});
    }
  }
  return correlations;
}

}  // namespace noether::evaluation
