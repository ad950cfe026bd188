// Binary preference: how often a relevant result precedes one that was judged not relevant.
// Unjudged results do not count. Buckley and Voorhees, SIGIR 2004.
//
// Only the first R non-relevant results count, where R is the number of relevant ones.
#include <algorithm>

#include "noether/evaluation/measures/all.h"

namespace noether::evaluation {
namespace {

double bpref(const JudgedRanking& ranking, const MeasurePoint&) {
  const std::size_t most = std::min(ranking.relevant, ranking.nonrelevant);
  std::size_t nonrelevant_before = 0;
  double sum = 0;
  for (const std::int32_t grade : ranking.grades) {
    if (grade < 0) continue;
    if (grade < ranking.threshold) {
      ++nonrelevant_before;
    } else if (nonrelevant_before == 0) {
      sum += 1;
    } else {
      sum += 1 - static_cast<double>(std::min(nonrelevant_before, ranking.relevant)) /
                     static_cast<double>(most);
    }
  }
  return ranking.relevant == 0 ? 0 : sum / static_cast<double>(ranking.relevant);
}

}  // namespace

const Measure kBpref = {
    .name = "bpref",
    .trec_name = "bpref",
    .trec_cut_name = "",
    .help =
        "Binary preference: how often relevant results precede judged non-relevant ones; unjudged "
        "results are ignored.",
    .value = bpref,
};

}  // namespace noether::evaluation
