// The first step of formula retrieval: BM25 over layout tuples and path prefixes, in one pass over
// the postings.
//
// Tuples depend on the symbols, and paths on the structure whatever the symbols are. Their sum
// ranks about as well as a fusion of the two rankings by rank, at the cost of one of them.
#pragma once

#include <cstdint>
#include <vector>

#include "noether/base/error.h"
#include "noether/index/collection_statistics.h"
#include "noether/search/formula/formula_query.h"
#include "noether/search/retrieval/query.h"

namespace noether::search {

// The scores by tuples and by paths.
struct FirstScore {
  double tuples = 0;
  double paths = 0;

  double sum() const { return tuples + paths; }
};

struct FirstStep {
  std::vector<SpaceQuery> spaces;  // tuples, paths
  FirstScore own;  // the score that the query itself would have as a formula of the index
};

// BM25 with k1 1.2, b 0.75, and f/(f + 10) for a feature that occurs f times in the query, as in
// MathDowsers. Features that occur in very many formulas are left out if there are others: they
// have most of the postings and distinguish least.
base::Result<FirstStep> first_step(const index::CollectionStatistics& statistics,
                                   const FormulaQuery& query);

// The BM25 score of a feature: `units` formulas contain it, and it occurs `in_query` times in the
// query and `in_candidate` times in the candidate, whose length is compared with the average
// length.
double feature_score(double units, double frequency, double in_query, double in_candidate,
                     double length, double average);

}  // namespace noether::search
