// Formulas ranked in their context (Task 2), with the weights of the context chosen for each year
// on the other.
#pragma once

#include <compare>
#include <functional>
#include <map>
#include <string>

#include "bench/ranking/measures.h"
#include "noether/base/error.h"
#include "noether/search/candidates/formula/formula_weights.h"

namespace noether::bench {

struct ContextStudy {
  std::string data;   // the folder arqmath
  std::string index;  // of its collection, by noether index; sentences count where it has them
  // Learned without the topics of a year.
  std::function<search::FormulaWeights(int year)> weights_of;
};

// As in search::FormulaContext, beside a weight of 1 of the formula itself.
struct ContextWeights {
  double thread = 0;
  double sentence = 0;

  friend auto operator<=>(const ContextWeights&, const ContextWeights&) = default;
};

struct YearInContext {
  // The topics of the year by all weights that were tried, with formula weights of the other year.
  std::map<ContextWeights, Measures> by_weights;
  // The best for the topics of the other year, with the same formula weights.
  ContextWeights thread_alone;
  ContextWeights chosen;
};

base::Result<std::map<int, YearInContext>> study_context(const ContextStudy& study);

}  // namespace noether::bench
