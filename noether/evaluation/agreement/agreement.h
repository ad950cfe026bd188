// Measures how well two or more assessors agree. Each has a separate file of judgements.
// Only items that both assessors judged are compared; a negative grade means that an assessor did
// not decide. The grades are compared directly (ARQMath: four-way), and as relevant or not
// (two-way). The measure is Cohen's kappa: how much more often two assessors agree than by chance,
// given how often each uses every category.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/evaluation/judgements.h"

namespace noether::evaluation {

// The number of items for which the first assessor chose the category of the row and the second
// chose that of the column.
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
  double value = 0;           // 1 if they always agree, 0 if they agree as often as by chance
  double standard_error = 0;  // for an interval around the value
  double chance_error = 0;    // for a true kappa of 0, to test that hypothesis
  double observed = 0;        // the share of items on which they agree
  double expected = 0;        // the share on which they would agree by chance
};

// Returns nothing without items, and if both assessors put all items into the same category,
// because agreement by chance is then certain. The standard errors are the large-sample ones of
// Fleiss, Cohen and Everitt (1969).
std::optional<Kappa> cohen_kappa(const ConfusionTable& table);

struct PairAgreement {
  std::size_t first = 0;  // numbers of assessors
  std::size_t second = 0;
  std::uint64_t items = 0;
  ConfusionTable table{0};  // rows and columns are the grades of `Agreement::grades`
  std::optional<Kappa> graded;
  std::optional<Kappa> binary;
};

// Means over the pairs that have a kappa; empty if no pair has one.
struct MeanKappa {
  std::optional<double> graded;
  std::optional<double> binary;
};

struct Agreement {
  std::vector<std::int32_t> grades;  // given to an item that two assessors judged, ascending
  std::vector<PairAgreement> pairs;  // 0 and 1, 0 and 2, 1 and 2, ...
  std::vector<MeanKappa> assessors;  // of each assessor with all others
  MeanKappa mean;                    // over all pairs
};

struct AgreementOptions {
  std::int32_t threshold = 2;  // the least grade that is relevant
  std::string topic;           // only this topic, unless empty
};

// The maximum number of different grades, because each pair has a table of all grades by all
// grades. A file with more contains scores or ids instead of grades.
inline constexpr std::size_t kMaxGrades = 100;

base::Result<Agreement> assessor_agreement(std::span<const Judgements> assessors,
                                           const AgreementOptions& options = {});

}  // namespace noether::evaluation
