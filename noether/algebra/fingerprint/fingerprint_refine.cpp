// Sampling with balls: for values that doubles leave uncertain, and in the complex field.
#include <algorithm>
#include <cmath>

#include "noether/algebra/fingerprint/fingerprint_sampler.h"

namespace noether::algebra {
namespace {

constexpr std::array<slong, 3> kRefinedPrecisions = {64, 512, 2048};
// From this precision on, a value that cannot be distinguished from a whole number counts as that
// number.
constexpr slong kWholeBits = 512;
constexpr slong kWholeDistance = 300;

Rational rational(double value) {
  // Coordinates and pseudo-random values are multiples of 2^-36 and small.
  return {static_cast<std::int64_t>(std::llround(value * 0x1p36)), std::int64_t{1} << 36};
}

// Points of the complex field are off both axes, on both sides of the real one.
double imaginary_part(double real_part) {
  const auto word = mix(std::bit_cast<std::uint64_t>(real_part), 0x696D6167);
  const double size = 0.3 + std::round(unit_number(word) * 0x1p20) * 0x1p-21;
  return (word & 1) != 0 ? size : -size;
}

// Replaces a part by its only whole number if the distance is at most `tolerance`.
bool make_part_whole(arb_ptr part, const mag_t tolerance) {
  if (arb_is_exact(part) != 0 || arf_cmpabs_2exp_si(arb_midref(part), 62) >= 0) return false;
  if (mag_cmp(arb_radref(part), tolerance) >= 0) return false;
  fmpz_t whole;
  fmpz_init(whole);
  const bool found = arb_get_unique_fmpz(whole, part) != 0;
  if (found) arb_set_fmpz(part, whole);
  fmpz_clear(whole);
  return found;
}

}  // namespace

bool Sampler::ball_cell(const Value& value, bool real, Cell& cell) const {
  cell = kUndefinedCell;
  if (!value.defined()) return value.definedness == Definedness::Undefined;
  return real ? cell_of_real(value.ball.real(), cell) : cell_of_complex(value.ball.raw(), cell);
}

void Sampler::make_whole(const Step& step, Value& value) const {
  if (!value.defined() || value.exact.known() || !value.ball.is_finite()) return;
  mag_t tolerance;
  mag_t size;
  mag_init(tolerance);
  mag_init(size);
  // The tolerance of a sum is relative to its terms; that of a function's value is relative to one.
  const Op op = step.head.op();
  if (op != Op::Add && op != Op::Subtract) mag_one(tolerance);
  for (std::uint32_t i = 0; i < step.count; ++i) {
    const Value& operand = values_[operands_[step.first + i]];
    acb_get_mag(size, operand.ball.raw());
    mag_max(tolerance, tolerance, size);
  }
  mag_mul_2exp_si(tolerance, tolerance, -kWholeDistance);
  const bool real_part = make_part_whole(value.ball.real(), tolerance);
  const bool imaginary = make_part_whole(value.ball.imag(), tolerance);
  mag_clear(size);
  mag_clear(tolerance);
  if (!real_part && !imaginary) return;
  if (arb_is_int(value.ball.real()) == 0 || arb_is_int(value.ball.imag()) == 0) return;
  if (arf_cmpabs_2exp_si(arb_midref(value.ball.real()), 62) >= 0) return;
  if (arf_cmpabs_2exp_si(arb_midref(value.ball.imag()), 62) >= 0) return;
  value.exact.set_int(arf_get_si(arb_midref(value.ball.real()), ARF_RND_DOWN));
  const Rational turned(arf_get_si(arb_midref(value.ball.imag()), ARF_RND_DOWN));
  if (!turned.is_zero()) value.exact.add_term(turned, {.imaginary = true});
}

void Sampler::set_leaf(const Step& step, std::span<const double> coordinates, std::size_t k,
                       bool real, slong bits, Value& out) {
  switch (step.head.op()) {
    case Op::Number:
      return set_number(vocabulary_->value(step.head), bits, out);
    case Op::Variable: {
      const double x = coordinates[step.variable * kBatch + k];
      set_number(rational(x), bits, out);
      if (real) return;
      out.exact.add_term(rational(imaginary_part(x)), {.imaginary = true});
      return out.exact.to_ball(out.ball.raw(), bits);
    }
    case Op::Pi:
      return set_unit({.pi = 1}, bits, out);
    case Op::E:
      return set_unit({.e = 1}, bits, out);
    case Op::I:
      set_unit({.imaginary = true}, bits, out);
      if (real) out.definedness = Definedness::Undefined;
      return;
    default:
      out.definedness = Definedness::Unclear;
  }
}

// The operands are Defined, or Undefined under an operator that accepts this.
void Sampler::set_unknown(const Step& step, bool real, bool last, slong bits, Value& out) const {
  std::uint64_t hash = step.name;
  for (std::uint32_t i = 0; i < step.count; ++i) {
    const Value& operand = values_[operands_[step.first + i]];
    Cell cell = 0;
    if (!ball_cell(operand, real, cell)) {
      if (!last) {
        out.definedness = Definedness::Unclear;
        return;
      }
      cell = middle_cell(operand.ball.raw());
    }
    hash = mix(hash, cell);
  }
  set_number(rational(unknown_value(hash)), bits, out);
}

void Sampler::run_balls(std::span<const double> coordinates, std::size_t k, bool real, slong bits,
                        bool last) {
  if (values_.size() < steps_.size()) values_.resize(steps_.size());
  for (std::size_t slot = 0; slot < steps_.size(); ++slot) {
    const Step& step = steps_[slot];
    const Op op = step.head.op();
    Value& out = values_[slot];
    if (step.count == 0 && op != Op::Call) {
      set_leaf(step, coordinates, k, real, bits, out);
      continue;
    }
    bool undefined = false;
    bool unclear = false;
    for (std::uint32_t i = 0; i < step.count; ++i) {
      const Definedness operand = values_[operands_[step.first + i]].definedness;
      undefined = undefined || (operand == Definedness::Undefined && is_strict(op));
      unclear = unclear || operand == Definedness::Unclear;
    }
    if (undefined || unclear) {
      out.definedness = undefined ? Definedness::Undefined : Definedness::Unclear;
      continue;
    }
    if (is_unknown_function(op)) {
      set_unknown(step, real, last, bits, out);
      continue;
    }
    const Value& a = values_[operands_[step.first]];
    const Value& b = values_[operands_[step.first + step.count - 1]];
    if (real) {
      functions_.apply_real(op, a, b, bits, out);
    } else {
      functions_.apply_complex(op, a, b, bits, out);
    }
    if (bits >= kWholeBits) make_whole(step, out);
    const bool hopeless =
        out.definedness == Definedness::Unclear || (out.defined() && !out.ball.is_finite());
    if (last && hopeless) set_unknown(step, real, last, bits, out);
  }
}

Cell Sampler::refine(std::span<const double> coordinates, std::size_t k, bool real) {
  ++refined_values_;
  if (steps_.size() > kMaxRefinedSteps) return kUnknownCell;
  Cell cell = 0;
  const Value* root = nullptr;
  for (const slong bits : kRefinedPrecisions) {
    run_balls(coordinates, k, real, bits, bits == kRefinedPrecisions.back());
    root = &values_[steps_.size() - 1];
    if (ball_cell(*root, real, cell)) return cell;
  }
  return middle_cell(root->ball.raw());
}

}  // namespace noether::algebra
