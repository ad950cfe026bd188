// Recall: the share of all relevant results that is among the first k.
#include <algorithm>

#include "noether/evaluation/measures/all.h"

namespace noether::evaluation {
namespace {

double recall(const JudgedRanking& ranking, const MeasurePoint& at) {
  const auto top = ranking.grades.first(std::min<std::size_t>(ranking.grades.size(), at.cutoff));
  const auto found =
      std::ranges::count_if(top, [&](std::int32_t grade) { return grade >= ranking.threshold; });
  return found == 0 ? 0 : static_cast<double>(found) / static_cast<double>(ranking.relevant);
}

}  // namespace

const Measure kRecall = {
    .name = "recall",
    .trec_name = "",
    .trec_cut_name = "recall",
    .help =
        "Recall: the share of all relevant results among the first k, as in recall@100; recall "
        "alone gives nine cut-offs.",
    .takes = Measure::Takes::NeedsCutoff,
    .value = recall,
};

}  // namespace noether::evaluation
