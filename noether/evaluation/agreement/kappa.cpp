#include "noether/evaluation/agreement/kappa.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace noether::evaluation {

std::uint64_t ConfusionTable::total() const {
  return std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0});
}

std::optional<Kappa> cohen_kappa(const ConfusionTable& table) {
  const std::uint64_t total = table.total();
  if (total == 0) return std::nullopt;
  const std::size_t categories = table.categories();
  const double items = static_cast<double>(total);
  std::vector<double> rows(categories);
  std::vector<double> columns(categories);
  for (std::size_t i = 0; i < categories; ++i) {
    for (std::size_t j = 0; j < categories; ++j) {
      const double share = static_cast<double>(table.count(i, j)) / items;
      rows[i] += share;
      columns[j] += share;
    }
    // Exactly, for the shares may add up to a little less than 1.
    if (const std::uint64_t same = table.count(i, i); same == total) return std::nullopt;
  }

  Kappa kappa;
  double chance_terms = 0;
  for (std::size_t i = 0; i < categories; ++i) {
    kappa.observed += static_cast<double>(table.count(i, i)) / items;
    kappa.expected += rows[i] * columns[i];
    chance_terms += rows[i] * columns[i] * (rows[i] + columns[i]);
  }
  const double room = 1 - kappa.expected;
  kappa.value = (kappa.observed - kappa.expected) / room;

  const double lack = 1 - kappa.value;
  double agreeing = 0;
  double differing = 0;
  for (std::size_t i = 0; i < categories; ++i) {
    for (std::size_t j = 0; j < categories; ++j) {
      const double share = static_cast<double>(table.count(i, j)) / items;
      if (i == j) {
        const double term = 1 - (rows[i] + columns[i]) * lack;
        agreeing += share * term * term;
      } else {
        differing += share * (columns[i] + rows[j]) * (columns[i] + rows[j]);
      }
    }
  }
  const double constant = kappa.value - kappa.expected * lack;
  // Rounding may leave a tiny negative number where the variance is 0.
  const double variance = agreeing + lack * lack * differing - constant * constant;
  const double chance = kappa.expected + kappa.expected * kappa.expected - chance_terms;
  kappa.standard_error = std::sqrt(std::max(0.0, variance) / items) / room;
  kappa.chance_error = std::sqrt(std::max(0.0, chance) / items) / room;
  return kappa;
}

}  // namespace noether::evaluation
