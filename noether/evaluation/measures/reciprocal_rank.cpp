// Reciprocal rank: 1 over the rank of the first relevant result, 0 if there is none.
#include <algorithm>

#include "noether/evaluation/measures/all.h"

namespace noether::evaluation {
namespace {

double reciprocal_rank(const JudgedRanking& ranking, const MeasurePoint& at) {
  const std::size_t depth = std::min<std::size_t>(ranking.grades.size(), at.cutoff);
  for (std::size_t i = 0; i < depth; ++i) {
    if (ranking.grades[i] >= ranking.threshold) return 1.0 / static_cast<double>(i + 1);
  }
  return 0;
}

}  // namespace

const Measure kReciprocalRank = {
    .name = "rr",
    .trec_name = "recip_rank",
    .trec_cut_name = "",
    .help = "Reciprocal rank: 1 over the rank of the first relevant result (its mean is MRR).",
    .takes = Measure::Takes::Cutoff,
    .value = reciprocal_rank,
};

}  // namespace noether::evaluation
