// Compares systems with a baseline over the topics they share.
//
// All systems together are one family of hypotheses: the corrections count them all.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "noether/evaluation/score_table.h"
#include "noether/evaluation/statistics/bootstrap.h"
#include "noether/evaluation/statistics/paired_test.h"

namespace noether::evaluation {

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
