// Cohen's kappa: how much more often two assessors agree than by chance, given how often each uses
// every category.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace noether::evaluation {

// The number of items for which the first assessor chose the category of the row, and the second
// that of the column.
class ConfusionTable {
 public:
  explicit ConfusionTable(std::size_t categories)
      : categories_(categories), counts_(categories * categories) {}

  void add(std::size_t first, std::size_t second, std::uint64_t count = 1) {
    counts_[first * categories_ + second] += count;
  }
  std::size_t categories() const { return categories_; }
  std::uint64_t count(std::size_t first, std::size_t second) const {
    return counts_[first * categories_ + second];
  }
  std::uint64_t total() const;

 private:
  std::size_t categories_;
  std::vector<std::uint64_t> counts_;
};

struct Kappa {
  double value = 0;           // 1: always the same, 0: as by chance
  double standard_error = 0;  // for an interval around it
  double chance_error = 0;    // of a kappa that is truly 0, to test whether it is
  double observed = 0;        // the share of items on which they agree
  double expected = 0;        // the share on which they would by chance
};

// Nothing without items, and when both put everything into one and the same category: then chance
// agrees always. The standard errors are the large-sample ones of Fleiss, Cohen and Everitt (1969).
std::optional<Kappa> cohen_kappa(const ConfusionTable& table);

}  // namespace noether::evaluation
