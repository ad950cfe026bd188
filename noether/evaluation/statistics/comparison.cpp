#include "noether/evaluation/statistics/comparison.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <string_view>
#include <unordered_map>

#include "noether/egraph/terms/random.h"

namespace noether::evaluation {
namespace {

// Interpolates linearly between the two nearest sorted values.
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

namespace {

SystemComparison compare(const TopicScores& baseline, const TopicScores& system,
                         const ComparisonOptions& options) {
  assert(baseline.topics.size() == baseline.values.size());
  assert(system.topics.size() == system.values.size());
  std::unordered_map<std::string_view, double> by_topic;
  for (std::size_t i = 0; i < system.topics.size(); ++i) {
    by_topic.emplace(system.topics[i], system.values[i]);
  }
  SystemComparison comparison;
  comparison.system = system.system;
  for (std::size_t i = 0; i < baseline.topics.size(); ++i) {
    const auto found = by_topic.find(baseline.topics[i]);
    if (found == by_topic.end()) continue;
    const double difference = found->second - baseline.values[i];
    comparison.differences.push_back(difference);
    comparison.baseline_mean += baseline.values[i];
    comparison.system_mean += found->second;
    if (difference > 0) ++comparison.better;
    if (difference < 0) ++comparison.worse;
  }
  comparison.topics = comparison.differences.size();
  comparison.topics_left = baseline.topics.size() + by_topic.size() - 2 * comparison.topics;
  if (comparison.topics == 0) return comparison;
  comparison.baseline_mean /= static_cast<double>(comparison.topics);
  comparison.system_mean /= static_cast<double>(comparison.topics);

  const TTest t_test = paired_t_test(comparison.differences);
  comparison.mean_difference = t_test.mean;
  comparison.t = t_test.t;
  comparison.t_test.plain = t_test.p;
  const RandomisationTest randomised =
      randomisation_test(comparison.differences, options.randomisation);
  comparison.randomisation.plain = randomised.p;
  comparison.randomisation_is_exact = randomised.is_exact;
  comparison.interval = bootstrap_mean(comparison.differences, options.bootstrap);
  return comparison;
}

void correct(std::vector<SystemComparison>& comparisons, CorrectedP SystemComparison::* test) {
  std::vector<double> plain;
  for (const SystemComparison& comparison : comparisons) {
    plain.push_back((comparison.*test).plain);
  }
  const std::vector<double> by_bonferroni = bonferroni(plain);
  const std::vector<double> by_holm = holm(plain);
  for (std::size_t i = 0; i < comparisons.size(); ++i) {
    (comparisons[i].*test).bonferroni = by_bonferroni[i];
    (comparisons[i].*test).holm = by_holm[i];
  }
}

}  // namespace

TopicScores topic_scores(const ScoreTable& table, std::size_t measure) {
  assert(measure < table.measures.size());
  TopicScores scores{table.system, table.topics, {}};
  for (const std::vector<double>& values : table.values) scores.values.push_back(values[measure]);
  return scores;
}

std::vector<SystemComparison> compare_systems(const TopicScores& baseline,
                                              std::span<const TopicScores> systems,
                                              const ComparisonOptions& options) {
  std::vector<SystemComparison> comparisons;
  for (const TopicScores& system : systems) {
    comparisons.push_back(compare(baseline, system, options));
  }
  correct(comparisons, &SystemComparison::t_test);
  correct(comparisons, &SystemComparison::randomisation);
  return comparisons;
}

}  // namespace noether::evaluation
