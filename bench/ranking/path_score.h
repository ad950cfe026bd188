// Path scoring: how much of the query's shape one node of the candidate has, and how well the
// symbols at the ends of the shared paths agree.
#pragma once

#include <unordered_map>
#include <vector>

#include "bench/ranking/formula_store.h"

namespace noether::bench {

struct PathParameters {
  double eta = 0.6;
  double same_symbol = 0.94;  // but other operators on the way
  double other_symbol = 0.90;
  bool per_query_leaf = true;  // S_sym over all leaves of the query, not over the matched ones
};

struct PathScore {
  double score = 0;
  double structure = 0;
  double symbols = 0;
};

// Prepared once for a query, then asked for many candidates.
class PathScorer {
 public:
  PathScorer(const FormulaStore& store, const StoredFormula& query,
             const PathParameters& parameters = {});
  PathScore score(const StoredFormula& candidate);

 private:
  struct QueryPrefix {
    std::uint16_t leaf;
    std::uint16_t top;
    std::uint32_t operators;
  };
  struct Group {
    double idf = 0;
    std::vector<QueryPrefix> prefixes;  // by top
  };
  struct Hit {
    const Group* group;
    std::uint16_t top;
    std::uint16_t leaf;
    std::uint32_t operators;
  };

  double symbol_agreement(const StoredFormula& candidate, std::size_t query_top, std::size_t top);

  const StoredFormula& query_;
  PathParameters parameters_;
  std::unordered_map<std::uint64_t, Group> groups_;
  std::vector<double> leaves_below_;  // by top of the query
  std::vector<Hit> hits_;
  std::vector<double> sums_;
};

}  // namespace noether::bench
