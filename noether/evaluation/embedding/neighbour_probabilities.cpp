#include <algorithm>
#include <cmath>
#include <limits>

#include "noether/evaluation/embedding/t_sne.h"

namespace noether::evaluation {
namespace {

constexpr int kMostBisections = 64;
constexpr double kEntropyTolerance = 1e-6;

// Fills `row` with weights exp(-beta d) that sum to 1, with 0 for `self`. Returns their entropy.
double fill_row(std::span<const double> distances, std::size_t self, double beta,
                std::span<double> row) {
  double nearest = std::numeric_limits<double>::infinity();
  for (std::size_t j = 0; j < distances.size(); ++j) {
    if (j != self) nearest = std::min(nearest, distances[j]);
  }
  double sum = 0;
  double weighted = 0;
  for (std::size_t j = 0; j < distances.size(); ++j) {
    // Distances are relative to the nearest, so that not all weights vanish.
    const double distance = distances[j] - nearest;
    row[j] = j == self ? 0 : std::exp(-beta * distance);
    sum += row[j];
    weighted += row[j] * distance;
  }
  for (double& value : row) value /= sum;
  return std::log(sum) + beta * weighted / sum;
}

// Bisects the width of the Gaussian until the entropy is that of the perplexity.
void calibrate_row(std::span<const double> distances, std::size_t self, double entropy,
                   std::span<double> row) {
  double low = 0;
  double high = std::numeric_limits<double>::infinity();
  double beta = 1;
  for (int i = 0; i < kMostBisections; ++i) {
    const double error = fill_row(distances, self, beta, row) - entropy;
    if (std::abs(error) < kEntropyTolerance) return;
    // With too many neighbours the Gaussian must become narrower.
    (error > 0 ? low : high) = beta;
    beta = std::isinf(high) ? beta * 2 : (low + high) / 2;
    // If many points are equally near, no width is narrow enough.
    if (!(beta < 1e30)) return;
  }
}

}  // namespace

std::vector<float> neighbour_probabilities(const Vectors& vectors, double perplexity,
                                           unsigned threads) {
  const std::size_t count = vectors.count();
  std::vector<float> probabilities(count * count);
  if (count < 2) return probabilities;
  std::vector<double> squares;
  for (std::size_t i = 0; i < count; ++i) {
    squares.push_back(static_cast<double>(inner_product(vectors.row(i), vectors.row(i))));
  }
  const double entropy = std::log(std::clamp(perplexity, 1.0, static_cast<double>(count - 1)));
  for_each_row_of_products(
      vectors, vectors, threads, [&](std::size_t i, std::span<const float> products) {
        std::vector<double> distances(count);
        for (std::size_t j = 0; j < count; ++j) {
          distances[j] =
              std::max(0.0, squares[i] + squares[j] - 2 * static_cast<double>(products[j]));
        }
        std::vector<double> row(count);
        calibrate_row(distances, i, entropy, row);
        for (std::size_t j = 0; j < count; ++j) {
          probabilities[i * count + j] = static_cast<float>(row[j]);
        }
      });
  return probabilities;
}

}  // namespace noether::evaluation
