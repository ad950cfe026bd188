// Ranges: the possible values of a real expression, in doubles, rounded outward.
//
// A range means: wherever the expression is defined, its value is a (finite) real number in [lo,
// hi]; an infinite bound means unbounded. `Always` means that the expression is defined everywhere,
// so the range belongs to a total function. With lo == hi the range is the exact value of a
// constant; at fixed points it is a number with an error bound. Operators follow docs/semantics.md
// for the real field.
//
// Ranges are kept normal: `nonzero` is set whenever the bounds imply it, `integer` whenever the
// range is one whole number, the bounds of an integer range are whole, and a range that holds no
// number is never().
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>

#include "noether/algebra/expression/operators.h"
#include "noether/algebra/expression/rational.h"

namespace noether::algebra {

enum class Defined : std::uint8_t { Never, Sometimes, Always };

struct Range {
  double lo = -std::numeric_limits<double>::infinity();
  double hi = std::numeric_limits<double>::infinity();
  Defined defined = Defined::Sometimes;
  bool nonzero = false;  // certainly not 0 where defined; with lo == 0 this means positive
  bool integer = false;  // certainly a whole number where defined

  bool is_point() const { return lo == hi; }
  bool positive() const { return lo > 0 || (lo == 0 && nonzero); }
  bool negative() const { return hi < 0 || (hi == 0 && nonzero); }
  bool nonnegative() const { return lo >= 0; }
  bool nonpositive() const { return hi <= 0; }
  // Certainly not a whole number where defined.
  bool fractional() const;

  friend bool operator==(const Range&, const Range&) = default;
};

inline Range everything(Defined defined = Defined::Always) { return {.defined = defined}; }
inline Range never() {
  return {.lo = std::numeric_limits<double>::infinity(),
          .hi = -std::numeric_limits<double>::infinity(),
          .defined = Defined::Never};
}
// Makes a normal range of these parts.
inline Range make_range(double lo, double hi, Defined defined, bool nonzero = false,
                        bool integer = false) {
  if (integer && lo < hi) {
    lo = std::ceil(lo);
    hi = std::floor(hi);
    if (nonzero && lo == 0) lo = 1;
    if (nonzero && hi == 0) hi = -1;
  }
  if (defined == Defined::Never || !(lo <= hi)) return never();
  if (lo < hi) return {lo, hi, defined, nonzero || lo > 0 || hi < 0, integer};
  const bool whole = std::trunc(lo) == lo;
  if ((integer && !whole) || (nonzero && lo == 0)) return never();
  return {lo, hi, defined, lo != 0, whole};
}
// The range of a single, finite number.
inline Range range_of(double value) { return make_range(value, value, Defined::Always); }
Range range_of(const Rational& value);

// The range of an operator applied to values of these ranges, chosen independently. A variable is
// everything(), i is never() (it has no real value); calculus and uninterpreted calls are
// everything(Sometimes). For a number, use the range of its value, not Op::Number.
Range range_of(Op op, std::span<const Range> operands);

// The function of one operator, for repeated application; the operands must not be never(). Null
// for an operator of another number of operands, or without a value of its own.
using UnaryRange = Range (*)(const Range&);
using BinaryRange = Range (*)(const Range&, const Range&);
UnaryRange unary_range(Op op);
BinaryRange binary_range(Op op);

// Returns whether no number is in both.
bool disjoint(const Range& a, const Range& b);
// Combines two facts about the same expression; empty if they cannot both be true.
std::optional<Range> intersect(const Range& a, const Range& b);
// The range of a value that is in one or the other.
Range hull(const Range& a, const Range& b);

}  // namespace noether::algebra
