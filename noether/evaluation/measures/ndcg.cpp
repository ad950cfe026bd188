// Normalised discounted cumulative gain: each result adds its grade, divided by the binary
// logarithm of its rank plus one; the sum is divided by that of the best possible ranking. Järvelin
// and Kekäläinen, ACM TOIS 20(4), 2002. The threshold of relevance has no effect.
#include <algorithm>
#include <array>
#include <cmath>

#include "noether/evaluation/measures/all.h"

namespace noether::evaluation {
namespace {

constexpr std::size_t kTabled = 4096;

double discount(std::size_t place) {
  static const auto table = [] {
    std::array<double, kTabled> values;
    for (std::size_t i = 0; i < kTabled; ++i) values[i] = std::log2(static_cast<double>(i + 2));
    return values;
  }();
  return place < kTabled ? table[place] : std::log2(static_cast<double>(place + 2));
}

double gain(std::span<const std::int32_t> grades, std::size_t depth) {
  double sum = 0;
  for (std::size_t i = 0; i < std::min(grades.size(), depth); ++i) {
    if (grades[i] > 0) sum += static_cast<double>(grades[i]) / discount(i);
  }
  return sum;
}

double ndcg(const JudgedRanking& ranking, const MeasurePoint& at) {
  const double best = gain(ranking.ideal, at.cutoff);
  return best > 0 ? gain(ranking.grades, at.cutoff) / best : 0;
}

}  // namespace

const Measure kNdcg = {
    .name = "ndcg",
    .trec_name = "ndcg",
    .trec_cut_name = "ndcg_cut",
    .help =
        "Normalised discounted cumulative gain: the grades, discounted by rank, over those of the "
        "ideal ranking.",
    .takes = Measure::Takes::Cutoff,
    .value = ndcg,
};

}  // namespace noether::evaluation
