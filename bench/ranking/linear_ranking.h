// Linear ranking functions, learned in two ways.
//
// By ridge regression of grades within topics: features and grades are taken relative to the mean
// of their topic, so only differences between candidates of one query are learned; every topic
// weighs the same. Topics enter by their moments, so that the folds of a cross-validation and
// subsets of the features cost next to nothing. Similarities tell much the same in different ways,
// so each is held back a lot, and they share the weight. That two formulas are the same, or that
// both have dots, is told by nothing else, and is held back little.
//
// By lists: the grades of a topic, as shares of their sum, are to be what a softmax over the scores
// gives. Two lists of each topic count: all items, where those not judged have grade 0, and those
// judged alone. The loss is convex; a ridge keeps weights small that the topics say little about.
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

// How much weights are held back, relative to the variance of each feature.
struct Ridge {
  double similarities = 6;
  double facts = 0.3;
};

// Weights of the chosen features as they are; of all others 0.
search::FormulaFeatures fit_linear(std::span<const TopicMoments* const> topics,
                                   std::span<const std::size_t> chosen, const Ridge& ridge);

struct ListwiseTopic {
  std::size_t features = 0;
  std::vector<float> values;  // of item after item
  std::vector<float> grades;  // of items; 0 where it is not judged
  std::vector<bool> judged;

  std::size_t items() const { return grades.size(); }
};

struct ListwiseOptions {
  double all_items = 0.95;  // how much the list of all items counts; the other has the rest
  double ridge = 0.1;
  int steps = 200;
};

// Features should be of about the same spread.
std::vector<double> learn_listwise(std::span<const ListwiseTopic* const> topics,
                                   const ListwiseOptions& options);

}  // namespace noether::bench
