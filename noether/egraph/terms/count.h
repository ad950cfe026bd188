// The exact number of wanted terms of each size, for every class below a root.
//
// Dynamic programming over sizes: the terms of size s of a row are the products of smaller ones, so
// all rows at size s follow from all rows below s, cycles or not. A cell is one row at one size.
//
// A count is exact at any size, but most counts need no big integers. A cell holds its value twice:
// as the nearest double, and modulo 2^64. A double below 2^53 is the value; up to kWide, a larger
// one is off by less than 2^63, so the residue determines the value. GMP's integers are used only
// for cells beyond kWide. Sums of doubles are several times faster than sums of 128-bit products,
// and counting spends its time on these sums. Because all summands are positive, the bound on their
// error is small (see `is_restorable` in count.cpp).
#pragma once

#include <gmpxx.h>

#include <bit>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <type_traits>
#include <unordered_map>
#include <vector>

#include "noether/egraph/terms/exact_count.h"
#include "noether/egraph/terms/grammar.h"

namespace noether::egraph {

// The smallest and largest sizes of the terms of a row, given a size limit.
//
// The largest useful size of a row is the limit minus the cheapest context that a term of the row
// needs in a term of the root. This bound makes counting fast: most classes of a large graph are
// deep below the root, and only their few smallest terms fit.
struct SizeBounds {
  static constexpr std::uint32_t kNoTerm = std::numeric_limits<std::uint32_t>::max();

  std::vector<std::uint32_t> smallest;  // by row; kNoTerm if no term is within the limit
  std::vector<std::uint32_t> largest;   // by row; 0 if no term of the row is part of a wanted term

  bool is_used(std::uint32_t row) const { return smallest[row] <= largest[row]; }
};

// Without a root, every row is counted for itself.
SizeBounds bound_sizes(const TermGrammar& grammar, std::optional<std::uint32_t> root_row,
                       std::uint32_t max_size);

// The size of the smallest term of a production; kNoTerm if it has no term.
inline std::uint32_t smallest_size(const Production& production,
                                   const std::vector<std::uint32_t>& smallest) {
  std::uint64_t size = production.writes_token() ? 1 : 0;
  if (production.has_left()) size += smallest[production.left];
  if (production.has_right()) size += smallest[production.right];
  return size < SizeBounds::kNoTerm ? static_cast<std::uint32_t>(size) : SizeBounds::kNoTerm;
}

// The number of terms of a given size of a production, given the counts of its rows.
//
// One formula for every kind of number: doubles, residues modulo 2^64, 128 bits, big integers.

// A production that a wanted term uses. The counts of a row are in consecutive cells, one per size
// from its smallest term on, so two cell numbers describe its rows. The token is stored beside
// them, so that unranking reads one such record per token and nothing else of the grammar.
struct LiveProduction {
  std::uint32_t left = 0;   // the cell of the smallest terms of the left row
  std::uint32_t right = 0;  // that of the right row
  std::uint32_t symbol = 0;
  std::uint32_t number = 0;    // in the grammar
  std::uint16_t smallest = 0;  // the size of its smallest term
  std::uint16_t arity = 0;
  Production::Kind kind = Production::Kind::Leaf;
};

// The number of unordered pairs of n things, with repetition: n (n + 1) / 2. Halving comes first,
// so the result is also right modulo a power of two.
template <typename Count>
Count unordered_pairs(const Count& n) {
  if constexpr (std::is_floating_point_v<Count>) {
    return n * (n + 1) / 2;  // exact below 2^53: the product is even
  } else if constexpr (std::is_same_v<Count, mpz_class>) {
    return n * (n + 1) / 2;
  } else {
    return n % 2 == 0 ? n / 2 * (n + 1) : (n + 1) / 2 * n;
  }
}

// The order in which ranks enumerate the ways to divide `above` tokens between two arguments. The
// most unequal divisions come first: they have the most terms, so the search for a rank ends
// sooner.
inline std::uint32_t nth_split(std::uint32_t n, std::uint32_t above) {
  return n % 2 == 0 ? n / 2 : above - n / 2;
}

// `at(cell)` is the count in a cell. Cells whose partner is zero may hold anything.
template <typename Count, typename At>
Count terms_of(const LiveProduction& production, std::uint32_t size, At&& at) {
  using Kind = Production::Kind;
  if (size < production.smallest) return Count(0);
  const std::uint32_t above = size - production.smallest;
  switch (production.kind) {
    case Kind::Leaf:
      return Count(above == 0 ? 1 : 0);
    case Kind::Unary:
    case Kind::Inclusion:
      return at(production.left + above);
    case Kind::Pair:
    case Kind::Sequence: {
      Count sum(0);
      for (std::uint32_t k = 0; k <= above; ++k) {
        sum += at(production.left + k) * at(production.right + (above - k));
      }
      return sum;
    }
    case Kind::TwinPair: {
      Count sum(0);
      for (std::uint32_t k = 0; 2 * k < above; ++k) {
        sum += at(production.left + k) * at(production.left + (above - k));
      }
      if (above % 2 == 0) sum += unordered_pairs<Count>(at(production.left + above / 2));
      return sum;
    }
  }
  return Count(0);
}

// Terms longer than this are not counted.
inline constexpr std::uint32_t kMaxTermSize = 65535;

enum class CountWidth : std::uint8_t { Narrow, Wide, Big };

class TermCounts {
 public:
  // With a root (a class), counts reach `max_size` for the root and, for every other class, the
  // largest size that fits into a term of the root. Without a root, they reach `max_size` for every
  // class.
  TermCounts(const TermGraph& graph, const TermRules& rules, std::optional<std::uint32_t> root,
             std::uint32_t max_size);

  std::uint32_t max_size() const { return max_size_; }
  // The largest size counted for a class; 0 if it has no term that fits into one of the root.
  std::uint32_t largest_counted(std::uint32_t class_id) const;
  // The number of wanted terms of exactly `size` tokens, for sizes up to `largest_counted`.
  mpz_class count(std::uint32_t class_id, std::uint32_t size) const;
  mpz_class total(std::uint32_t class_id) const;

  // For algorithms that follow derivations (term_ranking.h):
  const TermGrammar& grammar() const { return grammar_; }
  const SizeBounds& bounds() const { return bounds_; }
  std::span<const LiveProduction> live(std::uint32_t row) const {
    return {live_.data() + first_live_[row], live_.data() + first_live_[row + 1]};
  }
  std::uint32_t cell(std::uint32_t row, std::uint32_t size) const {
    return first_cell_[row] + (size - bounds_.smallest[row]);
  }
  std::uint32_t row_of_cell(std::uint32_t cell) const;
  std::uint32_t size_of_cell(std::uint32_t row, std::uint32_t cell) const {
    return cell - first_cell_[row] + bounds_.smallest[row];
  }
  std::uint32_t cell_count() const { return first_cell_.back(); }
  bool is_zero(std::uint32_t cell) const { return nearest_[cell] == 0; }
  CountWidth width(std::uint32_t cell) const {
    if (nearest_[cell] < kNarrow) return CountWidth::Narrow;
    return nearest_[cell] < kWide ? CountWidth::Wide : CountWidth::Big;
  }
  std::uint64_t narrow_value(std::uint32_t cell) const { return residues_[cell]; }
  WideCount wide_value(std::uint32_t cell) const {
    return nearest_[cell] < kNarrow ? residues_[cell] : restore(nearest_[cell], residues_[cell]);
  }
  mpz_class value(std::uint32_t cell) const;
  template <typename Count>
  Count value_as(std::uint32_t cell) const {
    if constexpr (std::is_same_v<Count, mpz_class>) return value(cell);
    if constexpr (std::is_same_v<Count, WideCount>) return wide_value(cell);
    if constexpr (std::is_same_v<Count, std::uint64_t>) return narrow_value(cell);
  }

 private:
  static constexpr double kExactDouble = 0x1p53;
  static constexpr double kNarrow = 0x1p63;
  static constexpr double kWide = 0x1p96;

  // Returns the number with this residue modulo 2^64 that is within 2^63 of `nearest`, a whole
  // number from 2^53 to kWide.
  static WideCount restore(double nearest, std::uint64_t residue) {
    // A double this large is its 53-bit significand, shifted: quicker than the general conversion.
    const auto bits = std::bit_cast<std::uint64_t>(nearest);
    const std::uint64_t significand = (bits & ((std::uint64_t{1} << 52) - 1)) | std::uint64_t{1}
                                                                                    << 52;
    const WideCount about = WideCount{significand} << ((bits >> 52) - (1023 + 52));
    const std::uint64_t off = residue - static_cast<std::uint64_t>(about);
    return off >> 63 == 0 ? about + off : about - (std::uint64_t{0} - off);
  }
  void lay_out();
  void count_cell(std::uint32_t row, std::uint32_t size);

  TermGrammar grammar_;
  std::uint32_t max_size_;
  SizeBounds bounds_;
  std::vector<std::uint32_t> first_cell_;  // by row, and one past the last
  std::vector<std::uint32_t> first_live_;  // by row, and one past the last
  std::vector<LiveProduction> live_;
  std::vector<double> nearest_;          // by cell
  std::vector<std::uint64_t> residues_;  // by cell
  std::unordered_map<std::uint32_t, mpz_class> big_;
};

}  // namespace noether::egraph
