// Cells: real and complex numbers rounded so coarsely that an error bound nearly always falls into
// one cell; the cell is then certified.
//
// The cell of a number is the sign, exponent and first 29 bits of its product with a fixed
// irregular number. Cell borders are therefore not near the numbers that occur in formulas: 1, 1/3
// and pi are inside cells.
#pragma once

#include <acb.h>

#include <bit>
#include <cstdint>

#include "noether/algebra/numeric/ranges/range.h"
#include "noether/algebra/numeric/ranges/range_rounding.h"
#include "noether/base/mix.h"

namespace noether::algebra {

using Cell = std::uint64_t;

inline constexpr Cell kUndefinedCell = 0xFFFF'0000'0000'0001;
inline constexpr Cell kZeroCell = 0xFFFF'0000'0000'0002;
inline constexpr Cell kUnknownCell = 0xFFFF'0000'0000'0003;  // too large to evaluate

inline constexpr double kCellScale = 0x1.3b65ea9d10c4fp+0;
inline constexpr int kCellShift = 23;  // keeps of a double the sign, the exponent and 29 bits

// A pseudo-random function of two words.
inline std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  return base::mixed_bits((a ^ 0x8E51'7A96'0D3B'C4F1) * base::kGoldenRatio + b);
}
// A number in [0, 1) with 30 bits.
inline double unit_number(std::uint64_t word) {
  return static_cast<double>(mix(word, 0x5EC2E7) >> 34) * 0x1p-30;
}

// Each returns false if the cell is not certain.
inline bool cell_of(const Range& range, Cell& cell) {
  if (range.defined != Defined::Always) {
    cell = kUndefinedCell;
    return range.defined == Defined::Never;
  }
  if (range.lo == 0 && range.hi == 0) {
    cell = kZeroCell;
    return true;
  }
  const double lo = rounding::next_down(range.lo * kCellScale);
  const double hi = rounding::next_up(range.hi * kCellScale);
  cell = std::bit_cast<std::uint64_t>(lo) >> kCellShift;
  const std::uint64_t exponent = (cell >> (52 - kCellShift)) & 0x7FF;
  // Far from overflow and underflow, the products above are wrong by one ulp at most.
  const bool ordinary = exponent > 64 && exponent < 0x7FF - 64;
  return ordinary && cell == std::bit_cast<std::uint64_t>(hi) >> kCellShift;
}
bool cell_of_real(arb_srcptr value, Cell& cell);
bool cell_of_complex(acb_srcptr value, Cell& cell);

// The cell of the centre of the ball, for values that are on a border as far as can be determined.
Cell middle_cell(acb_srcptr value);

}  // namespace noether::algebra
