// BM25 over layout tuples: k1 1.2, b 0.75, query weight f / (f + 10).
#pragma once

#include "bench/ranking/formula_store.h"

namespace noether::bench {

struct TupleParameters {
  double k1 = 1.2;
  double b = 0.75;
  double query_saturation = 10;
};

double tuple_score(const FormulaStore& store, const StoredFormula& query,
                   const StoredFormula& candidate, const TupleParameters& parameters = {});

}  // namespace noether::bench
