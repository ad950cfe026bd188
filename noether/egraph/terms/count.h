// The exact number of wanted terms of each size, for every class below a root.
//
// Dynamic programming over sizes: the terms of size s of a row are the products of smaller ones, so
// all rows at size s follow from all rows below s, cycles or not. A cell is one row at one size.
//
// A count is exact at any size, but most need no big integers. A cell holds its value twice: as the
// nearest double, and modulo 2^64. A double below 2^53 is the value; a larger one is off by less
// than 2^63 up to kWide, so that the residue tells which of the candidates it is. Only from there
// on are GMP's integers used, for those cells alone. Sums of doubles are several times faster than
// sums of 128-bit products, which is where counting spends its time; that all summands are positive
// is what makes the bound on their error small (see `is_restorable` in count.cpp).
#pragma once

#include <gmpxx.h>

#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <unordered_map>
#include <vector>

#include "noether/egraph/terms/exact_count.h"
#include "noether/egraph/terms/grammar.h"
#include "noether/egraph/terms/live_production.h"
#include "noether/egraph/terms/size_bounds.h"

namespace noether::egraph {

// Terms longer than this are not counted.
inline constexpr std::uint32_t kMaxTermSize = 65535;

enum class CountWidth : std::uint8_t { Narrow, Wide, Big };

class TermCounts {
 public:
  // With a root (a class), counts reach up to `max_size` for the root and, for every other class,
  // as far as its terms fit into a term of the root; without, up to `max_size` for every class.
  TermCounts(const TermGraph& graph, const TermRules& rules, std::optional<std::uint32_t> root,
             std::uint32_t max_size);

  std::uint32_t max_size() const { return max_size_; }
  // The largest size that is counted for a class; 0 when it has no term that fits the root's.
  std::uint32_t largest_counted(std::uint32_t class_id) const;
  // The number of wanted terms of exactly `size` tokens, for sizes up to `largest_counted`.
  mpz_class count(std::uint32_t class_id, std::uint32_t size) const;
  mpz_class total(std::uint32_t class_id) const;

  // For what follows derivations (term_ranking.h):
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

  // The number that has this residue modulo 2^64 and is within 2^63 of `nearest`, a whole number
  // from 2^53 to kWide.
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
