// A linear ranking function by ridge regression of grades within topics.
//
// Features and grades are taken relative to the mean of their topic, so only differences between
// candidates of one query are learned; every topic weighs the same. Topics enter by their moments,
// so that the folds of a cross-validation and subsets of the features cost next to nothing.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "noether/search/formula/formula_features.h"

namespace noether::bench {

struct TopicMoments {
  std::vector<double> covariance;  // of the features, row by row
  std::vector<double> with_grade;  // of each feature with the target
};

TopicMoments moments_of(std::span<const search::FormulaFeatures> candidates,
                        std::span<const double> targets);

// Weights of the chosen features as they are; of all others 0. `ridge` is relative to the variance
// of each feature.
search::FormulaFeatures fit_linear(std::span<const TopicMoments* const> topics,
                                   std::span<const std::size_t> chosen, double ridge);

}  // namespace noether::bench
