#include "bench/ranking/measures.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

namespace noether::bench {
namespace {

double discount(std::size_t rank) { return std::log2(static_cast<double>(rank) + 1); }

double ideal_gain(const std::map<std::uint32_t, int>& grades) {
  std::vector<int> sorted;
  for (const auto& [formula, grade] : grades) sorted.push_back(grade);
  std::ranges::sort(sorted, std::greater<>());
  double gain = 0;
  for (std::size_t i = 0; i < sorted.size(); ++i) gain += sorted[i] / discount(i + 1);
  return gain;
}

}  // namespace

Measures& Measures::operator+=(const Measures& other) {
  ndcg += other.ndcg;
  map += other.map;
  precision += other.precision;
  ndcg_unjudged += other.ndcg_unjudged;
  return *this;
}

Measures Measures::operator/(double count) const {
  return {ndcg / count, map / count, precision / count, ndcg_unjudged / count};
}

Measures measure(std::span<const std::uint32_t> ranking,
                 const std::map<std::uint32_t, int>& grades) {
  Measures result;
  std::size_t judged = 0;
  std::size_t relevant = 0;
  for (std::size_t i = 0; i < ranking.size(); ++i) {
    const auto found = grades.find(ranking[i]);
    if (found == grades.end()) continue;
    ++judged;
    result.ndcg += found->second / discount(judged);
    result.ndcg_unjudged += found->second / discount(i + 1);
    if (found->second < 2) continue;
    ++relevant;
    result.map += static_cast<double>(relevant) / static_cast<double>(judged);
    if (judged <= 10) result.precision += 0.1;
  }
  const auto all = std::ranges::count_if(grades, [](const auto& g) { return g.second >= 2; });
  if (all > 0) result.map /= static_cast<double>(all);
  if (const double ideal = ideal_gain(grades); ideal > 0) {
    result.ndcg /= ideal;
    result.ndcg_unjudged /= ideal;
  }
  return result;
}

}  // namespace noether::bench
