// Formulas ranked in their context (Task 2), with the weight of the context chosen by
// cross-validation over topics: for each fold it is the one that is best for the other folds.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>

#include "bench/ranking/measures.h"
#include "noether/base/error.h"
#include "noether/search/candidates/formula/formula_weights.h"

namespace noether::bench {

struct ContextStudy {
  std::string data;                                // the folder arqmath
  std::string index;                               // of its collection, by noether index
  std::function<int(const std::string&)> fold_of;  // of a topic
  int folds = 5;
  // Learned without the topics of a fold; -1 for no fold.
  std::function<search::FormulaWeights(int)> weights_of;
};

struct ContextResult {
  std::map<int, Measures> held_out;  // by year: each topic by the choice of the other folds
  std::map<int, double> chosen;      // the weight of the thread, by fold; of -1 from all topics
  // By weight and year: all topics, each by formula weights that were learned without it.
  std::map<double, std::map<int, Measures>> by_weight;
};

base::Result<ContextResult> study_context(const ContextStudy& study);

}  // namespace noether::bench
