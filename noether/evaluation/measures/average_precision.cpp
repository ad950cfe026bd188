// Average precision: the precision at the rank of each relevant result, averaged over all relevant
// results; one that was not found adds 0.
#include <algorithm>

#include "noether/evaluation/measures/all.h"

namespace noether::evaluation {
namespace {

double average_precision(const JudgedRanking& ranking, const MeasurePoint& at) {
  const std::size_t depth = std::min<std::size_t>(ranking.grades.size(), at.cutoff);
  double sum = 0;
  std::size_t found = 0;
  for (std::size_t i = 0; i < depth; ++i) {
    if (ranking.grades[i] < ranking.threshold) continue;
    ++found;
    sum += static_cast<double>(found) / static_cast<double>(i + 1);
  }
  return found == 0 ? 0 : sum / static_cast<double>(ranking.relevant);
}

}  // namespace

const Measure kAveragePrecision = {
    .name = "map",
    .trec_name = "map",
    .trec_cut_name = "map_cut",
    .help =
        "Mean average precision: the precision at each relevant result, averaged over all "
        "relevant ones, found or not.",
    .takes = Measure::Takes::Cutoff,
    .value = average_precision,
};

const Measure kGeometricPrecision = {
    .name = "gm_map",
    .trec_name = "gm_map",
    .trec_cut_name = "",
    .help =
        "The geometric mean of average precision, at least 0.00001 each: bad topics weigh more.",
    .mean = Measure::Mean::Geometric,
    .of_topics = false,
    .value = average_precision,
};

}  // namespace noether::evaluation
