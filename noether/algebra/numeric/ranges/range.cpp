#include "noether/algebra/numeric/ranges/range.h"

#include <arb.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "noether/algebra/numeric/ranges/range_functions.h"

namespace noether::algebra {
namespace {

// A rational whose parts are doubles needs one division; others go through a ball.
constexpr double kExactIntegers = 0x1p53;

Range range_of_big(const Rational& value) {
  arb_t ball;
  arf_t bound;
  arb_init(ball);
  arf_init(bound);
  arb_set_fmpq(ball, value.raw(), 64);
  arb_get_lbound_arf(bound, ball, 64);
  const double lo = arf_get_d(bound, ARF_RND_FLOOR);
  arb_get_ubound_arf(bound, ball, 64);
  const double hi = arf_get_d(bound, ARF_RND_CEIL);
  arf_clear(bound);
  arb_clear(ball);
  return make_range(lo, hi, Defined::Always, !value.is_zero(), value.is_integer());
}

constexpr Range kPi = {ranges::kPiDown, ranges::kPiUp, Defined::Always, true, false};
constexpr Range kE = {0x1.5bf0a8b145769p+1, 0x1.5bf0a8b14576ap+1, Defined::Always, true, false};

struct RangeFunctions {
  RangeFunctions() = default;
  explicit RangeFunctions(UnaryRange function) : unary(function) {}
  explicit RangeFunctions(BinaryRange function) : binary(function) {}

  UnaryRange unary = nullptr;
  BinaryRange binary = nullptr;
};
const std::array<RangeFunctions, kOpCount> kFunctions = {
#define NOETHER_ALGEBRA_OP(id, name, arity) RangeFunctions(),
#define NOETHER_ALGEBRA_FUNCTION(id, name, arity, real_domain, real_ball, complex_domain, \
                                 complex_ball, analytic, range, ...)                      \
  RangeFunctions(ranges::range),
#define NOETHER_ALGEBRA_RECIPROCAL(id, name, inner, range, ...) RangeFunctions(ranges::range),
#define NOETHER_ALGEBRA_STEP(id, name, arity, real_value, complex_domain, complex_ball, piece, \
                             range, ...)                                                       \
  RangeFunctions(ranges::range),
#include "noether/algebra/expression/operators.def"
};

}  // namespace

bool Range::fractional() const {
  const double whole = std::floor(lo);
  return std::isfinite(lo) && lo > whole && hi < whole + 1;
}

Range range_of(const Rational& value) {
  const fmpz numerator = *fmpq_numref(value.raw());
  const fmpz denominator = *fmpq_denref(value.raw());
  if (COEFF_IS_MPZ(numerator) || COEFF_IS_MPZ(denominator)) return range_of_big(value);
  const auto n = static_cast<double>(numerator);
  const auto d = static_cast<double>(denominator);
  if (std::abs(n) >= kExactIntegers || d >= kExactIntegers) return range_of_big(value);
  if (denominator == 1) return range_of(n);
  return make_range(rounding::divide_down(n, d), rounding::divide_up(n, d), Defined::Always, true);
}

bool disjoint(const Range& a, const Range& b) {
  return make_range(std::max(a.lo, b.lo), std::min(a.hi, b.hi), Defined::Always,
                    a.nonzero || b.nonzero, a.integer || b.integer)
             .defined == Defined::Never;
}

std::optional<Range> intersect(const Range& a, const Range& b) {
  const Defined most = std::max(a.defined, b.defined);
  const Defined least = std::min(a.defined, b.defined);
  const Range common = make_range(std::max(a.lo, b.lo), std::min(a.hi, b.hi), most,
                                  a.nonzero || b.nonzero, a.integer || b.integer);
  if (least != Defined::Never && common.defined != Defined::Never) return common;
  // Both facts can be true only of an expression that is nowhere defined.
  if (most == Defined::Always) return std::nullopt;
  return never();
}

Range hull(const Range& a, const Range& b) {
  if (a.defined == Defined::Never && b.defined == Defined::Never) return never();
  const bool both = a.defined == Defined::Always && b.defined == Defined::Always;
  const Defined defined = both ? Defined::Always : Defined::Sometimes;
  Range common = a.defined == Defined::Never ? b : a;
  if (a.defined != Defined::Never && b.defined != Defined::Never) {
    common = make_range(std::min(a.lo, b.lo), std::max(a.hi, b.hi), defined, a.nonzero && b.nonzero,
                        a.integer && b.integer);
  }
  common.defined = defined;
  return common;
}

UnaryRange unary_range(Op op) { return kFunctions[static_cast<std::size_t>(op)].unary; }
BinaryRange binary_range(Op op) { return kFunctions[static_cast<std::size_t>(op)].binary; }

Range range_of(Op op, std::span<const Range> operands) {
  const RangeFunctions& functions = kFunctions[static_cast<std::size_t>(op)];
  const auto undefined = [&](std::size_t i) { return operands[i].defined == Defined::Never; };
  if (functions.binary != nullptr) {
    if (undefined(0) || undefined(1)) return never();
    return functions.binary(operands[0], operands[1]);
  }
  if (functions.unary != nullptr) return undefined(0) ? never() : functions.unary(operands[0]);
  switch (op) {
    case Op::Number:
    case Op::Variable:
      return everything();
#define NOETHER_ALGEBRA_CONSTANT(id, name, unit, range, ...) \
  case Op::id:                                               \
    return range;
#include "noether/algebra/expression/operators.def"
    default:
      return everything(Defined::Sometimes);
  }
}

}  // namespace noether::algebra
