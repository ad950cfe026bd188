#include "noether/evaluation/statistics/correction.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace noether::evaluation {

std::vector<double> bonferroni(std::span<const double> probabilities) {
  std::vector<double> corrected;
  const double count = static_cast<double>(probabilities.size());
  for (const double p : probabilities) corrected.push_back(std::min(1.0, p * count));
  return corrected;
}

std::vector<double> holm(std::span<const double> probabilities) {
  std::vector<std::size_t> order(probabilities.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return std::pair(probabilities[i], i); });
  std::vector<double> corrected(probabilities.size());
  double largest = 0;
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    const double factor = static_cast<double>(order.size() - rank);
    largest = std::max(largest, std::min(1.0, probabilities[order[rank]] * factor));
    corrected[order[rank]] = largest;
  }
  return corrected;
}

}  // namespace noether::evaluation
