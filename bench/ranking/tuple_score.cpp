#include "bench/ranking/tuple_score.h"

#include <cmath>

namespace noether::bench {

double tuple_score(const FormulaStore& store, const StoredFormula& query,
                   const StoredFormula& candidate, const TupleParameters& p) {
  double score = 0;
  const double length = candidate.tuple_count / store.mean_tuple_count();
  const double norm = p.k1 * (1 - p.b + p.b * length);
  const auto total = static_cast<double>(store.size());
  auto at = candidate.tuples.begin();
  for (const auto& tuple : query.tuples) {
    while (at != candidate.tuples.end() && at->key < tuple.key) ++at;
    if (at == candidate.tuples.end()) break;
    if (at->key != tuple.key) continue;
    const double df = store.tuple_frequency(tuple.key);
    const double idf = std::log(1 + (total - df + 0.5) / (df + 0.5));
    const double in_query = tuple.count;
    const double in_document = at->count;
    score += in_query / (in_query + p.query_saturation) * idf * in_document * (p.k1 + 1) /
             (in_document + norm);
  }
  return score;
}

}  // namespace noether::bench
