// A linear ranking function by ridge regression of grades within topics.
//
// Features and grades are taken relative to the mean of their topic, so only differences between
// candidates of one query are learned; every topic weighs the same. Topics enter by their moments,
// so that the folds of a cross-validation and subsets of the features cost next to nothing.
//
// Similarities tell much the same in different ways, so each is held back a lot, and they share the
// weight. That two formulas are the same, or that both have dots, is told by nothing else, and is
// held back little.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "noether/search/candidates/formula/formula_weights.h"

namespace noether::bench {

struct TopicMoments {
  std::vector<double> covariance;  // of the features, row by row
  std::vector<double> with_grade;  // of each feature with the target
};

TopicMoments moments_of(std::span<const search::FormulaFeatures> candidates,
                        std::span<const double> targets);

// How much weights are held back, relative to the variance of each feature.
struct Ridge {
  double similarities = 6;
  double facts = 0.3;
};

// Weights of the chosen features as they are; of all others 0.
search::FormulaFeatures fit_linear(std::span<const TopicMoments* const> topics,
                                   std::span<const std::size_t> chosen, const Ridge& ridge);

}  // namespace noether::bench
