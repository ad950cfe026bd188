#include "bench/ranking/linear_ranking.h"

#include <algorithm>
#include <cmath>

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

// Solves by Gaussian elimination; the matrix is symmetric and positive definite.
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

namespace {

// Adds the gradient of one list to `gradient`.
void add_list(const ListwiseTopic& topic, const std::vector<float>& scores, bool judged_only,
              double weight, std::vector<double>& gradient) {
  float best = -INFINITY;
  double grades = 0;
  for (std::size_t i = 0; i < topic.items(); ++i) {
    if (judged_only && !topic.judged[i]) continue;
    best = std::max(best, scores[i]);
    grades += static_cast<double>(topic.grades[i]);
  }
  if (grades <= 0) return;
  double sum = 0;
  for (std::size_t i = 0; i < topic.items(); ++i) {
    if (judged_only && !topic.judged[i]) continue;
    sum += static_cast<double>(std::exp(scores[i] - best));
  }
  for (std::size_t i = 0; i < topic.items(); ++i) {
    if (judged_only && !topic.judged[i]) continue;
    const double share = static_cast<double>(std::exp(scores[i] - best)) / sum;
    const double pull = weight * (share - static_cast<double>(topic.grades[i]) / grades);
    if (std::abs(pull) < 1e-7) continue;
    const float* const values = &topic.values[i * topic.features];
    for (std::size_t k = 0; k < topic.features; ++k) {
      gradient[k] += pull * static_cast<double>(values[k]);
    }
  }
}

}  // namespace

// Gradient descent with Adam's steps, which become smaller towards the end.
std::vector<double> learn_listwise(std::span<const ListwiseTopic* const> topics,
                                   const ListwiseOptions& options) {
  const std::size_t n = topics.empty() ? 0 : topics.front()->features;
  std::vector<double> weights(n);
  std::vector<double> mean(n);
  std::vector<double> square(n);
  std::vector<float> scores;
  for (int step = 1; step <= options.steps; ++step) {
    std::vector<double> gradient(n);
    for (const ListwiseTopic* topic : topics) {
      scores.assign(topic->items(), 0);
      for (std::size_t i = 0; i < topic->items(); ++i) {
        const float* const values = &topic->values[i * n];
        for (std::size_t k = 0; k < n; ++k) scores[i] += static_cast<float>(weights[k]) * values[k];
      }
      add_list(*topic, scores, false, options.all_items, gradient);
      add_list(*topic, scores, true, 1 - options.all_items, gradient);
    }
    const double done = static_cast<double>(step) / options.steps;
    const double rate = done < 0.6 ? 0.05 : done < 0.85 ? 0.015 : 0.005;
    for (std::size_t k = 0; k < n; ++k) {
      const double g =
          gradient[k] / static_cast<double>(topics.size()) + options.ridge * weights[k];
      mean[k] = 0.9 * mean[k] + 0.1 * g;
      square[k] = 0.99 * square[k] + 0.01 * g * g;
      const double corrected = mean[k] / (1 - std::pow(0.9, step));
      const double spread = std::sqrt(square[k] / (1 - std::pow(0.99, step)));
      weights[k] -= rate * corrected / (spread + 1e-9);
    }
  }
  return weights;
}

}  // namespace noether::bench
