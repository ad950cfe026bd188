// Compares systems with a baseline over the topics that both have: the mean difference with its
// confidence interval, and tests whose probabilities are corrected for several hypotheses.
//
// All systems together are one family of hypotheses: the corrections count all of them, so that the
// probability of even one false alarm stays below the level with which the corrected probabilities
// are compared.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "noether/evaluation/score_table.h"
#include "noether/evaluation/statistics/paired_tests.h"

namespace noether::evaluation {

struct BootstrapOptions {
  std::uint64_t samples = 10'000;
  double level = 0.95;  // the level of confidence, between 0 and 1
  std::uint64_t seed = 1;
};

struct Interval {
  double low = 0;
  double high = 0;
};

// Efron's percentile interval of the mean: topics are drawn with replacement, and the interval
// leaves the same share of the means on either side. The same seed gives the same interval on every
// machine. Without values the interval is 0 to 0.
Interval bootstrap_mean(std::span<const double> values, const BootstrapOptions& options = {});

// Multiplies each probability by their number; the results are at most 1.
std::vector<double> bonferroni(std::span<const double> probabilities);

// Holm's step-down procedure (1979): multiplies the smallest probability by n, the next by n - 1,
// and so on; no result is below the one before. The results never exceed Bonferroni's, and are as
// safe.
std::vector<double> holm(std::span<const double> probabilities);

// Scores of one measure; `topics` and `values` have the same length, and no topic occurs twice.
struct TopicScores {
  std::string system;
  std::vector<std::string> topics;
  std::vector<double> values;
};

// One column of a table; `measure` must be below the number of its measures.
TopicScores topic_scores(const ScoreTable& table, std::size_t measure);

struct ComparisonOptions {
  RandomisationOptions randomisation;
  BootstrapOptions bootstrap;
};

struct CorrectedP {
  double plain = 1;
  double bonferroni = 1;
  double holm = 1;
};

struct SystemComparison {
  std::string system;
  std::size_t topics = 0;       // topics that both have
  std::size_t topics_left = 0;  // topics that only one of the two has
  double baseline_mean = 0;     // over the topics that both have
  double system_mean = 0;
  double mean_difference = 0;  // if positive, the system is better than the baseline
  std::size_t better = 0;  // topics on which the system is better, or worse; all others are equal
  std::size_t worse = 0;
  Interval interval;  // of the mean difference
  double t = 0;
  CorrectedP t_test;
  CorrectedP randomisation;
  bool randomisation_is_exact = true;
  std::vector<double> differences;  // by topic, in the order of the baseline
};

// Returns a comparison for each system, in their order.
std::vector<SystemComparison> compare_systems(const TopicScores& baseline,
                                              std::span<const TopicScores> systems,
                                              const ComparisonOptions& options = {});

}  // namespace noether::evaluation
