#include "noether/evaluation/statistics/correlation.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <compare>
#include <cstdint>

namespace noether::evaluation {
namespace {

bool all_finite(std::span<const double> values) {
  return std::ranges::all_of(values, [](double value) { return std::isfinite(value); });
}

double mean_of(std::span<const double> values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

// The values of one system under both measures.
struct Point {
  double first;
  double second;

  friend auto operator<=>(const Point&, const Point&) = default;
};

// The number of pairs whose elements `same` calls equal; equal elements must be adjacent.
template <typename Element, typename Same>
std::uint64_t tied_pairs(const std::vector<Element>& sorted, Same same) {
  std::uint64_t pairs = 0;
  std::uint64_t run = 0;
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    run = same(sorted[i - 1], sorted[i]) ? run + 1 : 0;
    pairs += run;
  }
  return pairs;
}

// Sorts the values, and counts the pairs that were in the wrong order, which merging exchanges.
std::uint64_t sort_counting_inversions(std::vector<double>& values) {
  std::uint64_t inversions = 0;
  std::vector<double> merged(values.size());
  for (std::size_t width = 1; width < values.size(); width *= 2) {
    for (std::size_t begin = 0; begin < values.size(); begin += 2 * width) {
      const std::size_t middle = std::min(begin + width, values.size());
      const std::size_t end = std::min(begin + 2 * width, values.size());
      std::size_t left = begin;
      std::size_t right = middle;
      for (std::size_t out = begin; out < end; ++out) {
        if (left < middle && (right == end || values[left] <= values[right])) {
          merged[out] = values[left++];
        } else {
          inversions += middle - left;
          merged[out] = values[right++];
        }
      }
    }
    values.swap(merged);
  }
  return inversions;
}

}  // namespace

std::optional<double> pearson(std::span<const double> first, std::span<const double> second) {
  assert(first.size() == second.size());
  if (first.size() < 2 || !all_finite(first) || !all_finite(second)) return std::nullopt;
  const double first_mean = mean_of(first);
  const double second_mean = mean_of(second);
  double products = 0;
  double first_squares = 0;
  double second_squares = 0;
  for (std::size_t i = 0; i < first.size(); ++i) {
    const double x = first[i] - first_mean;
    const double y = second[i] - second_mean;
    products += x * y;
    first_squares += x * x;
    second_squares += y * y;
  }
  const auto is_constant = [](std::span<const double> values) {
    return std::ranges::adjacent_find(values, std::ranges::not_equal_to{}) == values.end();
  };
  // The mean of equal values may be rounded, so that their squares would not add up to 0.
  if (is_constant(first) || is_constant(second)) return std::nullopt;
  const double scale = std::sqrt(first_squares) * std::sqrt(second_squares);
  if (!(scale > 0) || std::isinf(scale)) return std::nullopt;
  return std::clamp(products / scale, -1.0, 1.0);
}

// Knight's algorithm (1966): sorted by the first list, the discordant pairs are the inversions of
// the second.
std::optional<double> kendall_tau(std::span<const double> first, std::span<const double> second) {
  assert(first.size() == second.size());
  if (first.size() < 2 || !all_finite(first) || !all_finite(second)) return std::nullopt;
  std::vector<Point> points;
  for (std::size_t i = 0; i < first.size(); ++i) points.push_back({first[i], second[i]});
  std::ranges::sort(points);
  const std::uint64_t first_ties =
      tied_pairs(points, [](const Point& a, const Point& b) { return a.first == b.first; });
  const std::uint64_t both_ties =
      tied_pairs(points, [](const Point& a, const Point& b) { return a == b; });
  std::vector<double> values;
  for (const Point& point : points) values.push_back(point.second);
  const std::uint64_t discordant = sort_counting_inversions(values);
  const std::uint64_t second_ties = tied_pairs(values, [](double a, double b) { return a == b; });

  const std::uint64_t count = first.size();
  const std::uint64_t all = count * (count - 1) / 2;
  if (first_ties == all || second_ties == all) return std::nullopt;
  // all - first_ties - second_ties + both_ties pairs are tied in neither list.
  const double difference = static_cast<double>(all - first_ties - second_ties + both_ties) -
                            2 * static_cast<double>(discordant);
  const double scale = std::sqrt(static_cast<double>(all - first_ties)) *
                       std::sqrt(static_cast<double>(all - second_ties));
  return std::clamp(difference / scale, -1.0, 1.0);
}

std::vector<MeasureCorrelation> correlate_measures(std::span<const ScoreTable> systems) {
  std::vector<MeasureCorrelation> correlations;
  if (systems.empty()) return correlations;
  const std::vector<std::string>& names = systems.front().measures;
  std::vector<std::vector<double>> values(names.size());
  for (std::size_t m = 0; m < names.size(); ++m) {
    for (const ScoreTable& table : systems) values[m].push_back(table.means[m]);
  }
  for (std::size_t a = 0; a < names.size(); ++a) {
    for (std::size_t b = a + 1; b < names.size(); ++b) {
      correlations.push_back(
          {names[a], names[b], pearson(values[a], values[b]), kendall_tau(values[a], values[b])});
    }
  }
  return correlations;
}

}  // namespace noether::evaluation
