#include "bench/ranking/measures.h"

#include <algorithm>
#include <functional>
#include <vector>

#include "noether/evaluation/measures/measure.h"

namespace noether::bench {
namespace {

constexpr int kRelevant = 2;

double value(std::string_view name, const evaluation::JudgedRanking& ranking,
             std::uint32_t cutoff = evaluation::kNoCutoff) {
  return evaluation::find_measure(name)->value(ranking, {.cutoff = cutoff});
}

}  // namespace

Measures& Measures::operator+=(const Measures& other) {
  ndcg += other.ndcg;
  map += other.map;
  precision += other.precision;
  ndcg_unjudged += other.ndcg_unjudged;
  first_grade += other.first_grade;
  first_right += other.first_right;
  return *this;
}

Measures Measures::operator/(double count) const {
  return {ndcg / count,          map / count,         precision / count,
          ndcg_unjudged / count, first_grade / count, first_right / count};
}

Measures measure(std::span<const std::uint32_t> ranking,
                 const std::map<std::uint32_t, int>& grades) {
  std::vector<std::int32_t> all;
  std::vector<std::int32_t> judged;
  for (const std::uint32_t item : ranking) {
    const auto found = grades.find(item);
    all.push_back(found == grades.end() ? -1 : found->second);
    if (found != grades.end()) judged.push_back(found->second);
  }
  std::vector<std::int32_t> ideal;
  for (const auto& [item, grade] : grades) ideal.push_back(grade);
  std::ranges::sort(ideal, std::greater<>());
  evaluation::JudgedRanking seen{.grades = judged, .ideal = ideal, .threshold = kRelevant};
  seen.relevant = static_cast<std::size_t>(
      std::ranges::count_if(ideal, [](std::int32_t grade) { return grade >= kRelevant; }));
  Measures result;
  result.ndcg = value("ndcg", seen);
  result.map = value("map", seen);
  result.precision = value("p", seen, 10);
  result.first_right = value("p", seen, 1);
  seen.grades = all;
  result.ndcg_unjudged = value("ndcg", seen);
  if (!all.empty()) result.first_grade = std::max(all.front(), 0);
  return result;
}

}  // namespace noether::bench
