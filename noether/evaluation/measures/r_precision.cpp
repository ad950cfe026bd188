// R-precision: the precision at rank R, where R is the number of relevant results.
#include <algorithm>

#include "noether/evaluation/measures/all.h"

namespace noether::evaluation {
namespace {

double r_precision(const JudgedRanking& ranking, const MeasurePoint&) {
  const auto top = ranking.grades.first(std::min(ranking.grades.size(), ranking.relevant));
  const auto found =
      std::ranges::count_if(top, [&](std::int32_t grade) { return grade >= ranking.threshold; });
  return found == 0 ? 0 : static_cast<double>(found) / static_cast<double>(ranking.relevant);
}

}  // namespace

const Measure kRPrecision = {
    .name = "rprec",
    .trec_name = "Rprec",
    .trec_cut_name = "",
    .help =
        "R-precision: the share of relevant results among the first R, where R is their number.",
    .value = r_precision,
};

}  // namespace noether::evaluation
