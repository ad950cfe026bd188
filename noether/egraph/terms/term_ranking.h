// All wanted terms of one class as a list that is never stored: its length, and the term at any
// position.
//
// Smaller terms come first. Terms of one size are in the order of `Unranker`, so terms with the
// same root symbol are adjacent. Like `Unranker`, it is not thread-safe.
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "noether/egraph/terms/count.h"
#include "noether/egraph/terms/term.h"

namespace noether::egraph {

// From a number to a term: the i-th wanted term of a row at a size.
//
// The order follows the grammar: by production (and so by root symbol), then by the sizes of the
// two arguments (`nth_split`), then by the first argument, then by the second. The production of
// the i-th term is found in running totals, which are computed when a cell is first used; memory is
// bounded by one entry per production and size.
//
// It is not thread-safe, because reading extends the running totals. Each thread needs its own.
class Unranker {
 public:
  // `counts` must outlive this.
  explicit Unranker(const TermCounts& counts);

  // Appends the tokens of the term number `index`, which must be below the count of the cell.
  // `Index` is mpz_class, or WideCount or std::uint64_t for a count that is known to fit.
  template <typename Index>
  void append(std::uint32_t row, std::uint32_t size, const Index& index, Term& term);

  const TermCounts& counts() const { return counts_; }

 private:
  // A term that is still to be written.
  template <typename Count>
  struct Pending {
    std::uint32_t cell;
    Count index;
  };
  // The running totals of a cell: one for each production from its first to its last that has terms
  // of this size, with zeros in between, so that a position among the totals is a position among
  // the productions. A search reads only the totals, because cache misses dominate its time.
  struct Slice {
    std::uint32_t begin = 0;  // in the totals of its width
    std::uint32_t count = 0;  // 0 until the cell is first used
    const LiveProduction* first = nullptr;
    std::uint32_t size = 0;
  };
  // Running totals of all cells of one width, and the work list.
  template <typename Count>
  struct Level {
    std::vector<Count> before;  // the number of terms of all earlier productions of the row
    std::vector<Pending<Count>> pending;
  };

  template <typename Count>
  void append_at_level(std::uint32_t cell, const Count& index, Term& term);
  template <typename Count>
  const Slice& slice_of(std::uint32_t cell);

  const TermCounts& counts_;
  std::vector<Slice> slices_;  // by cell
  std::tuple<Level<std::uint64_t>, Level<WideCount>, Level<mpz_class>> levels_;
};

// Ranks first ... first + count - 1.
struct RankRange {
  mpz_class first;
  mpz_class count;
  std::uint32_t size = 0;    // of the terms, in tokens
  std::uint32_t symbol = 0;  // at their root; meaningful in `ranges_by_root_symbol` only
};

class TermRanking {
 public:
  // `counts` must outlive this. Terms reach the largest size counted for the class.
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
  // The terms of one of these sizes, divided by root symbol, ascending.
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

// Enumerates the wanted terms of a class: smaller ones first, each once, without wasted steps.
//
// Every step is an unranking, so the only state is a number. An enumeration can begin anywhere and
// be resumed later from `rank()`.
class TermEnumerator {
 public:
  // `ranking` must outlive this.
  explicit TermEnumerator(TermRanking& ranking, mpz_class first_rank = 0)
      : ranking_(ranking), rank_(std::move(first_rank)) {}

  // Stores the next term in `term`; returns false at the end.
  bool next(Term& term) {
    if (rank_ >= ranking_.count()) return false;
    ranking_.unrank(rank_, term);
    ++rank_;
    return true;
  }

  // The rank of the next term.
  const mpz_class& rank() const { return rank_; }

 private:
  TermRanking& ranking_;
  mpz_class rank_;
};

}  // namespace noether::egraph
