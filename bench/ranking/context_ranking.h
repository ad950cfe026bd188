// Formulas ranked in their context (Task 2), with the weights of the context chosen for each year
// on the other.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "bench/ranking/measures.h"
#include "noether/base/error.h"
#include "noether/search/formula/formula_weights.h"

namespace noether::bench {

// The index of the collection, by noether index; what it has of contexts counts.
struct StudiedIndex {
  std::string folder;
  std::string model = {};  // of contexts, whose vectors it has; empty: none
};

struct ContextStudy {
  std::string data;  // the folder arqmath
  // By the year of the topics that are ranked: a model of contexts was trained on the other.
  std::map<int, StudiedIndex> indexes;
  // Learned without the topics of a year.
  std::function<search::FormulaWeights(int year)> weights_of;
};

// The best weights for the topics of the other year, of those that may count.
struct ContextChoice {
  std::string name;     // of what may count
  std::string weights;  // chosen on the other year
  Measures mean;        // of the topics of the year
  std::vector<Measures> by_topic = {};
};

struct YearInContext {
  std::vector<ContextChoice> choices;
};

base::Result<std::map<int, YearInContext>> study_context(const ContextStudy& study);

}  // namespace noether::bench
