// Ranks formulas by structure and by their vectors together, to see whether the vectors help.
//
// Each way to join them has one weight. For the topics of a year it is chosen on the topics of the
// other year, as are the weights of the ranking by structure.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "bench/ranking/learned_ranking.h"
#include "noether/embedding/formula/formula_encoder.h"

namespace noether::bench {

// One way to join both, measured on one pool.
struct JoinedRanking {
  std::string name;
  double weight = 0;  // weight of the vectors
  Measures mean;
  std::vector<Measures> by_topic;
};

struct PoolJoined {
  std::string pool;
  std::vector<JoinedRanking> ways;  // the first uses structure alone
};

// `weights_of` returns the weights of structure learned without a year. The pools are named judged,
// 2020 and 2021; the weight of the vectors is chosen on a pool of the collection.
base::Result<std::vector<PoolJoined>> study_vectors(
    std::span<const RankedPool> pools, const embedding::FormulaEncoder& encoder,
    const search::FormulaSearchOptions& options,
    const std::function<search::FormulaWeights(int year)>& weights_of);

}  // namespace noether::bench
