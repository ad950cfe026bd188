// The first step of formula retrieval: BM25 over layout tuples and path prefixes, in one pass over
// the postings.
//
// Tuples know the symbols, paths the structure whatever the symbols. Added up they rank about as
// well as the two rankings fused by rank, for the cost of one.
#pragma once

#include <cstdint>
#include <vector>

#include "noether/base/error.h"
#include "noether/index/collection_statistics.h"
#include "noether/search/candidates/formula/formula_query.h"
#include "noether/search/candidates/retrieval/query.h"

namespace noether::search {

// By tuples and by paths.
struct FirstScore {
  double tuples = 0;
  double paths = 0;

  double sum() const { return tuples + paths; }
};

struct FirstStep {
  std::vector<SpaceQuery> spaces;  // tuples, paths
  FirstScore own;  // the score that the query itself would have, were it a formula of the index
};

// k1 1.2, b 0.75, and f/(f + 10) for a feature that is f times in the query, as MathDowsers has it.
// Features that are in very many formulas are left out, when there are others: they hold most of
// the postings and tell least.
base::Result<FirstStep> first_step(const index::CollectionStatistics& statistics,
                                   const FormulaQuery& query);

// What a feature gives: it is in so many of all formulas, so often in the query and in the
// candidate, which has such a length where a formula has another on average.
double feature_score(double units, double frequency, double in_query, double in_candidate,
                     double length, double average);

}  // namespace noether::search
