// From a number to a term: the i-th wanted term of a row at a size.
//
// The order is that of the grammar: by production (so by root symbol), then by the sizes of the two
// arguments (`nth_split`), then by the first argument, then by the second. Which production the
// i-th term has is looked up in running totals that are made when a cell is first asked for; memory
// is bounded by one entry per production and size.
//
// Not for several threads at once: the running totals grow while reading. Let each have its own.
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <tuple>
#include <vector>

#include "noether/egraph/terms/count.h"
#include "noether/egraph/terms/term.h"

namespace noether::egraph {

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
  // A term still to be written.
  template <typename Count>
  struct Pending {
    std::uint32_t cell;
    Count index;
  };
  // The running totals of a cell: one for each production from its first that has terms of this
  // size to its last, zeros between them included, so that a place among the totals is a place
  // among the productions. Nothing but totals is read in a search: it is cache misses that it waits
  // for.
  struct Slice {
    std::uint32_t begin = 0;  // among the totals of its width
    std::uint32_t count = 0;  // 0 until the cell is first asked for
    const LiveProduction* first = nullptr;
    std::uint32_t size = 0;
  };
  // Running totals of all cells of one width, and the work list.
  template <typename Count>
  struct Level {
    std::vector<Count> before;  // the terms of all productions of the row before this one
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

}  // namespace noether::egraph
