// Precision: the share of the first k results that is relevant. A shorter ranking is filled up with
// results that are not relevant.
#include <algorithm>

#include "noether/evaluation/measures/all.h"

namespace noether::evaluation {
namespace {

double precision(const JudgedRanking& ranking, const MeasurePoint& at) {
  const auto top = ranking.grades.first(std::min<std::size_t>(ranking.grades.size(), at.cutoff));
  const auto found =
      std::ranges::count_if(top, [&](std::int32_t grade) { return grade >= ranking.threshold; });
  return static_cast<double>(found) / static_cast<double>(at.cutoff);
}

}  // namespace

const Measure kPrecision = {
    .name = "p",
    .trec_name = "",
    .trec_cut_name = "P",
    .help =
        "Precision: the share of relevant results among the first k, as in p@10; p alone gives "
        "nine cut-offs.",
    .takes = Measure::Takes::NeedsCutoff,
    .value = precision,
};

}  // namespace noether::evaluation
