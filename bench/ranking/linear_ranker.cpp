#include "bench/ranking/linear_ranker.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace noether::bench {
namespace {

bool is_fact(std::size_t feature) {
  using enum search::FormulaFeature;
  switch (static_cast<search::FormulaFeature>(feature)) {
    case Drawing:
    case Renaming:
    case Meaning:
    case Dots:
    case DotsKept:
      return true;
    default:
      return false;
  }
}

// Gaussian elimination; the matrix is symmetric and positive.
std::vector<double> solve(std::vector<double> matrix, std::vector<double> right) {
  const std::size_t n = right.size();
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = k + 1; i < n; ++i) {
      const double factor = matrix[i * n + k] / matrix[k * n + k];
      for (std::size_t j = k; j < n; ++j) matrix[i * n + j] -= factor * matrix[k * n + j];
      right[i] -= factor * right[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) right[k] -= matrix[k * n + j] * right[j];
    right[k] /= matrix[k * n + k];
  }
  return right;
}

}  // namespace

TopicMoments moments_of(std::span<const search::FormulaFeatures> candidates,
                        std::span<const double> targets) {
  constexpr std::size_t n = search::kFormulaFeatures;
  TopicMoments moments{std::vector<double>(n * n), std::vector<double>(n)};
  if (candidates.empty()) return moments;
  const double weight = 1 / static_cast<double>(candidates.size());
  search::FormulaFeatures mean{};
  double target = 0;
  for (std::size_t d = 0; d < candidates.size(); ++d) {
    for (std::size_t i = 0; i < n; ++i) mean[i] += weight * candidates[d][i];
    target += weight * targets[d];
  }
  search::FormulaFeatures centred{};
  for (std::size_t d = 0; d < candidates.size(); ++d) {
    for (std::size_t i = 0; i < n; ++i) centred[i] = candidates[d][i] - mean[i];
    for (std::size_t i = 0; i < n; ++i) {
      moments.with_grade[i] += weight * centred[i] * (targets[d] - target);
      for (std::size_t j = 0; j < n; ++j) {
        moments.covariance[i * n + j] += weight * centred[i] * centred[j];
      }
    }
  }
  return moments;
}

search::FormulaFeatures fit_linear(std::span<const TopicMoments* const> topics,
                                   std::span<const std::size_t> chosen, const Ridge& ridge) {
  const std::size_t n = chosen.size();
  std::vector<double> matrix(n * n);
  std::vector<double> right(n);
  for (const TopicMoments* topic : topics) {
    for (std::size_t i = 0; i < n; ++i) {
      right[i] += topic->with_grade[chosen[i]];
      for (std::size_t j = 0; j < n; ++j) {
        matrix[i * n + j] += topic->covariance[chosen[i] * search::kFormulaFeatures + chosen[j]];
      }
    }
  }
  const double count = static_cast<double>(topics.size());
  for (std::size_t i = 0; i < n; ++i) {
    const double held = is_fact(chosen[i]) ? ridge.facts : ridge.similarities;
    matrix[i * n + i] += held * std::max(matrix[i * n + i], 1e-6 * count);
  }
  const std::vector<double> solution = solve(std::move(matrix), std::move(right));
  search::FormulaFeatures weights{};
  for (std::size_t i = 0; i < n; ++i) weights[chosen[i]] = solution[i];
  return weights;
}

}  // namespace noether::bench
