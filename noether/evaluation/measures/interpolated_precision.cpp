// Interpolated precision: the best precision at this recall or beyond. Precision-recall curves are
// drawn from it.
#include <algorithm>
#include <cmath>

#include "noether/evaluation/measures/all.h"

namespace noether::evaluation {
namespace {

double interpolated_precision(const JudgedRanking& ranking, const MeasurePoint& at) {
  const auto is_relevant = [&](std::int32_t grade) { return grade >= ranking.threshold; };
  auto found = static_cast<std::size_t>(std::ranges::count_if(ranking.grades, is_relevant));
  // A level of recall stands for a number of relevant results; trec_eval rounds it to the next.
  const auto wanted =
      static_cast<std::size_t>(std::llround(at.recall * static_cast<double>(ranking.relevant)));
  if (wanted > found) return 0;
  // The search runs from the last result up to the one at which recall is reached.
  double best = 0;
  for (std::size_t rank = ranking.grades.size(); rank > 0 && found > 0; --rank) {
    best = std::max(best, static_cast<double>(found) / static_cast<double>(rank));
    if (!is_relevant(ranking.grades[rank - 1])) continue;
    if (found == wanted) break;
    --found;
  }
  return best;
}

}  // namespace

const Measure kInterpolatedPrecision = {
    .name = "iprec",
    .trec_name = "iprec_at_recall",
    .trec_cut_name = "",
    .help =
        "Interpolated precision at a level of recall: the best precision there or beyond; iprec "
        "alone gives eleven levels.",
    .takes = Measure::Takes::Recall,
    .value = interpolated_precision,
};

}  // namespace noether::evaluation
