// Ranks formulas in their context (Task 2). The weights of the context for a year are chosen on the
// topics of the other year.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "bench/ranking/measures.h"
#include "noether/base/error.h"
#include "noether/search/formula/formula_weights.h"

namespace noether::bench {

// An index of the collection, made by noether index. The study uses the context data that it
// contains.
struct StudiedIndex {
  std::string folder;
  std::string model = {};  // model of its vectors of contexts; empty without such vectors
};

struct ContextStudy {
  std::string data;  // the folder arqmath
  // The index for each year of ranked topics. Its model of contexts was trained on the other year.
  std::map<int, StudiedIndex> indexes;
  // Returns weights learned without the topics of the year.
  std::function<search::FormulaWeights(int year)> weights_of;
};

// The weights that are best for the topics of the other year, for one selection of context signals.
struct ContextChoice {
  std::string name;     // name of the selection of signals
  std::string weights;  // chosen on the other year
  Measures mean;        // over the topics of the year
  std::vector<Measures> by_topic = {};
};

struct YearInContext {
  std::vector<ContextChoice> choices;
};

base::Result<std::map<int, YearInContext>> study_context(const ContextStudy& study);

}  // namespace noether::bench
