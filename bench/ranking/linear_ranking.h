// Linear ranking functions, learned in two ways.
//
// By ridge regression of grades within topics: features and grades are taken relative to the mean
// of their topic, so only differences between candidates of one query are learned; every topic
// weighs the same. Topics contribute only their moments, so the folds of a cross-validation and
// subsets of the features cost almost nothing. Similarities are strongly correlated, so a strong
// ridge makes them share the weight. Facts, such as that two formulas are the same or that both
// have dots, are independent, so they have a weak ridge.
//
// By lists: a softmax over the scores must give the grades of a topic as shares of their sum. Each
// topic has two lists: all items, where those not judged have grade 0, and the judged items alone.
// The loss is convex; a ridge keeps weights small for which the topics have little evidence.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "noether/search/formula/formula_weights.h"

namespace noether::bench {

struct TopicMoments {
  std::vector<double> covariance;  // of the features, row by row
  std::vector<double> with_grade;  // of each feature with the target
};

TopicMoments moments_of(std::span<const search::FormulaFeatures> candidates,
                        std::span<const double> targets);

// The strength of the ridge, relative to the variance of each feature.
struct Ridge {
  double similarities = 6;
  double facts = 0.3;
};

// Returns the weights of the chosen features, unscaled; all other weights are 0.
search::FormulaFeatures fit_linear(std::span<const TopicMoments* const> topics,
                                   std::span<const std::size_t> chosen, const Ridge& ridge);

struct ListwiseTopic {
  std::size_t features = 0;
  std::vector<float> values;  // item by item
  std::vector<float> grades;  // of the items; 0 if not judged
  std::vector<bool> judged;

  std::size_t items() const { return grades.size(); }
};

struct ListwiseOptions {
  double all_items = 0.95;  // weight of the list of all items; the other list has the rest
  double ridge = 0.1;
  int steps = 200;
};

// The features should have similar spreads.
std::vector<double> learn_listwise(std::span<const ListwiseTopic* const> topics,
                                   const ListwiseOptions& options);

}  // namespace noether::bench
