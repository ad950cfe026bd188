#include "noether/egen/statistics/histogram.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "noether/base/bar_chart.h"

namespace noether::egen {
namespace {

// The smallest and the largest value of those that have any; nothing when none has.
std::vector<std::uint64_t> limits(std::span<const Histogram* const> histograms) {
  std::vector<std::uint64_t> ends;
  for (const Histogram* histogram : histograms) {
    if (histogram->total() == 0) continue;
    ends.push_back(histogram->smallest());
    ends.push_back(histogram->largest());
  }
  if (ends.empty()) return {};
  return {*std::ranges::min_element(ends), *std::ranges::max_element(ends)};
}

}  // namespace

double Histogram::mean() const {
  if (total_ == 0) return 0;
  double sum = 0;
  for (const auto& [value, times] : counts_) {
    sum += static_cast<double>(value) * static_cast<double>(times);
  }
  return sum / static_cast<double>(total_);
}

std::uint64_t Histogram::quantile(double share) const {
  const double wanted = share * static_cast<double>(total_);
  std::uint64_t passed = 0;
  for (const auto& [value, times] : counts_) {
    passed += times;
    if (static_cast<double>(passed) >= wanted) return value;
  }
  return largest();
}

std::uint64_t Histogram::between(std::uint64_t first, std::uint64_t last) const {
  std::uint64_t sum = 0;
  for (auto at = counts_.lower_bound(first); at != counts_.end() && at->first <= last; ++at) {
    sum += at->second;
  }
  return sum;
}

std::string Bin::label() const {
  if (first == last) return base::grouped_digits(first);
  return fmt::format("{}–{}", base::grouped_digits(first), base::grouped_digits(last));
}

std::vector<Bin> even_bins(std::span<const Histogram* const> histograms, std::size_t most) {
  const auto ends = limits(histograms);
  if (ends.empty() || most == 0) return {};
  const std::uint64_t width = (ends[1] - ends[0]) / most + 1;
  std::vector<Bin> bins;
  for (std::uint64_t first = ends[0] - ends[0] % width; first <= ends[1]; first += width) {
    bins.push_back({first, first + width - 1});
  }
  return bins;
}

std::vector<Bin> widening_bins(std::span<const Histogram* const> histograms) {
  const auto ends = limits(histograms);
  if (ends.empty()) return {};
  std::vector<Bin> bins;
  if (ends[0] == 0) bins.push_back({0, 0});
  std::uint64_t before = 0;
  for (std::uint64_t power = 1; before < ends[1]; power *= 10) {
    for (const std::uint64_t factor : {1U, 2U, 5U}) {
      const std::uint64_t last = power * factor;
      if (last >= ends[0] && before < ends[1]) bins.push_back({before + 1, last});
      before = last;
    }
  }
  return bins;
}

}  // namespace noether::egen
