// Exact counts of whole numbers, for quantities that take few values: lengths, sizes, depths.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace noether::egen {

class Histogram {
 public:
  void add(std::uint64_t value, std::uint64_t times = 1) {
    counts_[value] += times;
    total_ += times;
  }

  std::uint64_t total() const { return total_; }
  double mean() const;
  // The smallest value that at least this share does not exceed; 0 when nothing was added.
  std::uint64_t quantile(double share) const;
  std::uint64_t smallest() const { return counts_.empty() ? 0 : counts_.begin()->first; }
  std::uint64_t largest() const { return counts_.empty() ? 0 : counts_.rbegin()->first; }
  const std::map<std::uint64_t, std::uint64_t>& counts() const { return counts_; }
  // From `first` to `last`, both included.
  std::uint64_t between(std::uint64_t first, std::uint64_t last) const;

 private:
  std::map<std::uint64_t, std::uint64_t> counts_;
  std::uint64_t total_ = 0;
};

// A range of values that a chart shows as one bar.
struct Bin {
  std::uint64_t first = 0;
  std::uint64_t last = 0;

  std::string label() const;  // `7`, `5–9`
  friend bool operator==(const Bin&, const Bin&) = default;
};

// Equally wide, at most `most` of them, from the smallest to the largest value of them all.
std::vector<Bin> even_bins(std::span<const Histogram* const> histograms, std::size_t most);
// 1, 2, 3–5, 6–10, 11–20, 21–50, ...: for what spans powers of ten.
std::vector<Bin> widening_bins(std::span<const Histogram* const> histograms);

}  // namespace noether::egen
