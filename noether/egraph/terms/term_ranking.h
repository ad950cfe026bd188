// All wanted terms of one class as a list that is never written down: its length, and any term by
// its place in it.
//
// Smaller terms come first; terms of one size in the order of `Unranker`, so that those with one
// root symbol stand together. Not for several threads at once, like `Unranker`.
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <vector>

#include "noether/egraph/terms/count.h"
#include "noether/egraph/terms/term.h"
#include "noether/egraph/terms/unrank.h"

namespace noether::egraph {

// Ranks first ... first + count - 1.
struct RankRange {
  mpz_class first;
  mpz_class count;
  std::uint32_t size = 0;    // of the terms, in tokens
  std::uint32_t symbol = 0;  // at their root; meaningful in `ranges_by_root_symbol` only
};

class TermRanking {
 public:
  // `counts` must outlive this. Terms reach up to the size that is counted for the class.
  TermRanking(const TermCounts& counts, std::uint32_t class_id);

  const mpz_class& count() const { return count_; }
  // Whether every rank fits into 128 bits.
  bool is_wide() const { return fits_wide(count_); }

  // The term of a rank below `count()`.
  void unrank(const mpz_class& rank, Term& term);
  void unrank(WideCount rank, Term& term);  // only when `is_wide()`
  Term unrank(const mpz_class& rank);

  // The sizes that have terms, ascending.
  const std::vector<RankRange>& ranges_by_size() const { return by_size_; }
  // The terms of one of these sizes by their root symbol, ascending.
  std::vector<RankRange> ranges_by_root_symbol(const RankRange& of_size) const;

 private:
  void collect_root_symbols(std::uint32_t row, std::uint32_t size,
                            std::vector<RankRange>& ranges) const;

  Unranker unranker_;
  std::uint32_t row_;
  mpz_class count_;
  std::vector<RankRange> by_size_;
  std::vector<WideCount> first_wide_;  // of by_size_, when is_wide()
};

}  // namespace noether::egraph
