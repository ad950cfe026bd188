// Compares systems with a baseline over the topics they share: the mean difference with its
// confidence interval, and tests whose probabilities are corrected for several hypotheses.
//
// All systems together are one family of hypotheses: the corrections count them all, so that the
// probability of even one false alarm stays below the level with which the corrected ones are
// compared.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "noether/evaluation/score_table.h"
#include "noether/evaluation/statistics/paired_test.h"

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

// Each times their number, at most 1.
std::vector<double> bonferroni(std::span<const double> probabilities);

// Holm's step-down procedure (1979): the smallest times n, the next times n - 1, and so on, none
// below the one before. Never larger than Bonferroni's, and as safe.
std::vector<double> holm(std::span<const double> probabilities);

// Scores of one measure; `topics` and `values` have the same length, and no topic occurs twice.
struct TopicScores {
  std::string system;
  std::vector<std::string> topics;
  std::vector<double> values;
};

// One column of a table; `measure` is below the number of its measures.
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
  std::size_t topics = 0;       // in both
  std::size_t topics_left = 0;  // in one of the two only
  double baseline_mean = 0;     // over the topics in both
  double system_mean = 0;
  double mean_difference = 0;  // positive: better than the baseline
  std::size_t better = 0;      // topics on which it is so; all others are equal
  std::size_t worse = 0;
  Interval interval;  // of the mean difference
  double t = 0;
  CorrectedP t_test;
  CorrectedP randomisation;
  bool randomisation_is_exact = true;
  std::vector<double> differences;  // by topic, in the order of the baseline
};

// One for each system, in their order.
std::vector<SystemComparison> compare_systems(const TopicScores& baseline,
                                              std::span<const TopicScores> systems,
                                              const ComparisonOptions& options = {});

}  // namespace noether::evaluation
