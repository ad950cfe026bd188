#include "noether/algebra/fingerprint/fingerprint_cell.h"

#include <array>

namespace noether::algebra {
namespace {

constexpr slong kCellBits = 128;
// The limit of the cells of doubles; below it, both methods give the same cell.
constexpr slong kLargestExponent = 950;
constexpr Cell kLargeNumber = 0xFFFF'0000'0000'0004;

bool is_ordinary(const arf_t x) {
  return arf_cmpabs_2exp_si(x, kLargestExponent) < 0 &&
         arf_cmpabs_2exp_si(x, -kLargestExponent) > 0;
}

Cell bits_of(const arf_t x, arf_rnd_t rounding) {
  return std::bit_cast<std::uint64_t>(arf_get_d(x, rounding)) >> kCellShift;
}

// The exponent may be any integer here, so it is removed and hashed beside the mantissa.
Cell far_cell(const arf_t x, arf_rnd_t rounding) {
  arf_t mantissa;
  fmpz_t exponent;
  arf_init(mantissa);
  fmpz_init(exponent);
  arf_frexp(mantissa, exponent, x);
  const Cell bits = bits_of(mantissa, rounding);
  const Cell size = mix(fmpz_fdiv_ui(exponent, 0xFFFF'FFFF'FFFF'FFC5), kLargeNumber);
  fmpz_clear(exponent);
  arf_clear(mantissa);
  return mix(bits, size);
}

struct CellBounds {
  CellBounds() {
    arb_init(scaled);
    arf_init(lo);
    arf_init(hi);
  }
  ~CellBounds() {
    arf_clear(hi);
    arf_clear(lo);
    arb_clear(scaled);
  }
  CellBounds(const CellBounds&) = delete;
  CellBounds& operator=(const CellBounds&) = delete;

  void set(arb_srcptr value) {
    arf_t scale;
    arf_init(scale);
    arf_set_d(scale, kCellScale);
    arb_mul_arf(scaled, value, scale, kCellBits);
    arf_clear(scale);
    arb_get_lbound_arf(lo, scaled, kCellBits);
    arb_get_ubound_arf(hi, scaled, kCellBits);
  }
  arb_t scaled;
  arf_t lo;
  arf_t hi;
};

}  // namespace

bool cell_of_real(arb_srcptr value, Cell& cell) {
  cell = kZeroCell;
  if (arb_is_zero(value) != 0) return true;
  if (arb_is_finite(value) == 0 || arb_contains_zero(value) != 0) return false;
  // A wide ball can have bounds of any size; the bounds of a narrow one are close together.
  if (arb_rel_accuracy_bits(value) < 30) return false;
  CellBounds bounds;
  bounds.set(value);
  if (is_ordinary(bounds.lo) && is_ordinary(bounds.hi)) {
    cell = bits_of(bounds.lo, ARF_RND_FLOOR);
    return cell == bits_of(bounds.hi, ARF_RND_CEIL);
  }
  if (is_ordinary(bounds.lo) || is_ordinary(bounds.hi)) return false;
  cell = far_cell(bounds.lo, ARF_RND_FLOOR);
  return cell == far_cell(bounds.hi, ARF_RND_CEIL);
}

bool cell_of_complex(acb_srcptr value, Cell& cell) {
  Cell imaginary = kZeroCell;
  if (!cell_of_real(acb_realref(value), cell)) return false;
  if (!cell_of_real(acb_imagref(value), imaginary)) return false;
  if (imaginary != kZeroCell) cell = mix(cell, imaginary);
  return true;
}

Cell middle_cell(acb_srcptr value) {
  std::array<Cell, 2> cells = {kZeroCell, kZeroCell};
  const std::array<arb_srcptr, 2> parts = {acb_realref(value), acb_imagref(value)};
  CellBounds bounds;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (arb_contains_zero(parts[i]) != 0) continue;
    bounds.set(parts[i]);
    arf_srcptr middle = arb_midref(bounds.scaled);
    cells[i] = is_ordinary(middle) ? bits_of(middle, ARF_RND_NEAR) : far_cell(middle, ARF_RND_NEAR);
  }
  return cells[1] == kZeroCell ? cells[0] : mix(cells[0], cells[1]);
}

}  // namespace noether::algebra
