// Every operator on ranges against Arb, at random points of random intervals.
#include <arb.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>
#include <vector>

#include "noether/algebra/numeric/ranges/range.h"
#include "noether/algebra/numeric/ranges/range_rounding.h"

namespace noether::algebra {
namespace {

constexpr slong kReferenceBits = 256;

struct Ball {
  Ball() { arb_init(value); }
  explicit Ball(double number) : Ball() { arb_set_d(value, number); }
  ~Ball() { arb_clear(value); }
  Ball(const Ball&) = delete;
  Ball& operator=(const Ball&) = delete;
  arb_t value;
};

bool whole(double x) { return std::trunc(x) == x; }
bool pole_of_gamma(double x) { return x <= 0 && whole(x); }

// gamma(a) in units of the ball for an exact double plus a small shift.
void falling(Ball& out, double n, int k) {
  arb_one(out.value);
  for (int i = 0; i < k; ++i) {
    Ball factor(n);
    arb_sub_si(factor.value, factor.value, i, kReferenceBits);
    arb_mul(out.value, out.value, factor.value, kReferenceBits);
    arb_div_si(out.value, out.value, i + 1, kReferenceBits);
  }
}

// The value at exact doubles; returns false where the operator is undefined. All these domains are
// decided exactly, because the operands are exact.
bool reference(Op op, double x, double y, Ball& out) {
  Ball a(x);
  Ball b(y);
  Ball inverse;
  arb_inv(inverse.value, a.value, kReferenceBits);
  arb_ptr r = out.value;
  switch (op) {
    case Op::Add:
      arb_add(r, a.value, b.value, kReferenceBits);
      return true;
    case Op::Subtract:
      arb_sub(r, a.value, b.value, kReferenceBits);
      return true;
    case Op::Multiply:
      arb_mul(r, a.value, b.value, kReferenceBits);
      return true;
    case Op::Divide:
      arb_div(r, a.value, b.value, kReferenceBits);
      return y != 0;
    case Op::Power:
      if (x == 0) {
        arb_zero(r);
        return y > 0;
      }
      if (!whole(y) && x < 0) return false;
      arb_abs(a.value, a.value);
      arb_log(a.value, a.value, kReferenceBits + 1100);
      arb_mul(a.value, a.value, b.value, kReferenceBits + 1100);
      arb_exp(r, a.value, kReferenceBits);
      if (x < 0 && std::fmod(y, 2) != 0) arb_neg(r, r);
      return true;
    case Op::Sqrt:
      arb_sqrt(r, a.value, kReferenceBits);
      return x >= 0;
    case Op::Abs:
      arb_abs(r, a.value);
      return true;
    case Op::Exp:
      arb_exp(r, a.value, kReferenceBits);
      return true;
    case Op::Ln:
      arb_log(r, a.value, kReferenceBits);
      return x > 0;
    case Op::Log:
      if (x <= 0 || x == 1 || y <= 0) return false;
      arb_log(a.value, a.value, kReferenceBits);
      arb_log(b.value, b.value, kReferenceBits);
      arb_div(r, b.value, a.value, kReferenceBits);
      return true;
    case Op::Sin:
      arb_sin(r, a.value, kReferenceBits + 1100);
      return true;
    case Op::Cos:
      arb_cos(r, a.value, kReferenceBits + 1100);
      return true;
    case Op::Tan:
      arb_tan(r, a.value, kReferenceBits + 1100);
      return true;
    case Op::Csc:
      arb_csc(r, a.value, kReferenceBits + 1100);
      return x != 0;
    case Op::Sec:
      arb_sec(r, a.value, kReferenceBits + 1100);
      return true;
    case Op::Cot:
      arb_cot(r, a.value, kReferenceBits + 1100);
      return x != 0;
    case Op::Asin:
      arb_asin(r, a.value, kReferenceBits);
      return std::abs(x) <= 1;
    case Op::Acos:
      arb_acos(r, a.value, kReferenceBits);
      return std::abs(x) <= 1;
    case Op::Atan:
      arb_atan(r, a.value, kReferenceBits);
      return true;
    case Op::Acsc:
      if (std::abs(x) < 1) return false;
      arb_asin(r, inverse.value, kReferenceBits);
      return true;
    case Op::Asec:
      if (std::abs(x) < 1) return false;
      arb_acos(r, inverse.value, kReferenceBits);
      return true;
    case Op::Acot:
      if (x == 0) {
        arb_const_pi(r, kReferenceBits);
        arb_mul_2exp_si(r, r, -1);
        return true;
      }
      arb_atan(r, inverse.value, kReferenceBits);
      return true;
    case Op::Sinh:
      arb_sinh(r, a.value, kReferenceBits);
      return true;
    case Op::Cosh:
      arb_cosh(r, a.value, kReferenceBits);
      return true;
    case Op::Tanh:
      arb_tanh(r, a.value, kReferenceBits);
      return true;
    case Op::Csch:
      arb_csch(r, a.value, kReferenceBits);
      return x != 0;
    case Op::Sech:
      arb_sech(r, a.value, kReferenceBits);
      return true;
    case Op::Coth:
      arb_coth(r, a.value, kReferenceBits);
      return x != 0;
    case Op::Asinh:
      arb_asinh(r, a.value, kReferenceBits);
      return true;
    case Op::Acosh:
      arb_acosh(r, a.value, kReferenceBits);
      return x >= 1;
    case Op::Atanh:
      arb_atanh(r, a.value, kReferenceBits);
      return std::abs(x) < 1;
    case Op::Acsch:
      arb_asinh(r, inverse.value, kReferenceBits);
      return x != 0;
    case Op::Asech:
      if (!(x > 0 && x <= 1)) return false;
      arb_acosh(r, inverse.value, kReferenceBits);
      return true;
    case Op::Acoth:
      if (!(std::abs(x) > 1)) return false;
      arb_atanh(r, inverse.value, kReferenceBits);
      return true;
    case Op::Gamma:
      if (pole_of_gamma(x)) return false;
      arb_gamma(r, a.value, kReferenceBits);
      return true;
    case Op::Factorial:
      if (whole(x) && x < 0) return false;
      arb_add_si(a.value, a.value, 1, kReferenceBits);
      arb_gamma(r, a.value, kReferenceBits);
      return true;
    case Op::Binomial:
      if (whole(y)) {
        if (y < 0) {
          arb_zero(r);
          return true;
        }
        if (y <= 200) {
          falling(out, x, static_cast<int>(y));
          return true;
        }
      }
      if (whole(x) && x < 0) {
        arb_indeterminate(r);
        return whole(y);
      }
      {
        Ball rest;
        arb_sub(rest.value, a.value, b.value, kReferenceBits + 1100);
        arb_add_si(rest.value, rest.value, 1, kReferenceBits + 1100);
        arb_add_si(a.value, a.value, 1, kReferenceBits);
        arb_add_si(b.value, b.value, 1, kReferenceBits);
        arb_gamma(r, a.value, kReferenceBits);
        arb_rgamma(b.value, b.value, kReferenceBits);
        arb_rgamma(rest.value, rest.value, kReferenceBits);
        arb_mul(r, r, b.value, kReferenceBits);
        arb_mul(r, r, rest.value, kReferenceBits);
      }
      return true;
    case Op::Floor:
      arb_set_d(r, std::floor(x));
      return true;
    case Op::Ceil:
      arb_set_d(r, std::ceil(x));
      return true;
    case Op::Sign:
      arb_set_d(r, x > 0 ? 1 : x < 0 ? -1 : 0);
      return true;
    case Op::Min:
      arb_set_d(r, std::min(x, y));
      return true;
    case Op::Max:
      arb_set_d(r, std::max(x, y));
      return true;
    default:
      ADD_FAILURE() << "no reference for " << op_name(op);
      return false;
  }
}

class Source {
 public:
  explicit Source(std::uint64_t seed) : random_(seed) {}

  double number() {
    // clang-format off
    static constexpr std::array kSpecial = {
        0.0, 1.0, -1.0, 0.5, -0.5, 2.0, -2.0, 3.0, -3.0, 10.0, 20.0, 100.0, 170.0, 172.0, -170.5,
        0x1.921fb54442d18p+0, 0x1.921fb54442d18p+1, -0x1.921fb54442d18p+0, 1.4616321449683622,
        0x1p-1074, -0x1p-1074, 0x1p-1022, 1e-300, 1e300, -1e300, 710.0, -745.0, 0x1p52, 0x1p53,
        1e16, 1e22, 1 + 0x1p-52, 1 - 0x1p-53, -1 - 0x1p-52, -1 + 0x1p-53, 1e-20, -1e-20,
        rounding::kLargest, -rounding::kLargest};
    // clang-format on
    const double sign = pick(2) == 0 ? 1 : -1;
    switch (pick(5)) {
      case 0:
        return kSpecial[pick(kSpecial.size())];
      case 1:
        return static_cast<double>(pick(25)) - 12;
      case 2:
        return sign * uniform(0, 1.2);
      case 3:
        return sign * uniform(0, 12);
      default:
        return sign * std::exp(uniform(-30, 30));
    }
  }
  Range range() {
    const Defined defined = pick(2) == 0 ? Defined::Always : Defined::Sometimes;
    double lo = number();
    if (pick(3) == 0) return make_range(lo, lo, defined);
    double hi = pick(2) == 0 ? number() : lo + uniform(0, 2);
    if (lo > hi) std::swap(lo, hi);
    if (pick(12) == 0) lo = -rounding::kInfinity;
    if (pick(12) == 0) hi = rounding::kInfinity;
    const bool is_integer = pick(4) == 0;
    const bool is_nonzero = pick(5) == 0;
    const Range r = make_range(lo, hi, defined, is_integer, is_nonzero);
    return r.defined == Defined::Never ? everything() : r;
  }
  // A number of the range.
  double inside(const Range& r) {
    const double lo = std::max(r.lo, -1e4);
    const double hi = std::min(r.hi, 1e4);
    for (int attempt = 0; attempt < 50; ++attempt) {
      double x = lo <= hi ? uniform(lo, hi) : r.lo;
      const std::size_t kind = pick(6);
      if (kind == 0) x = r.lo;
      if (kind == 1) x = r.hi;
      if (kind == 2) x = number();
      if (r.integer || kind == 3) x = std::round(x);
      const bool fits = x >= r.lo && x <= r.hi && std::isfinite(x) && !(r.nonzero && x == 0);
      if (fits && (!r.integer || whole(x))) return x;
    }
    return std::isfinite(r.lo) && !(r.nonzero && r.lo == 0) ? r.lo : r.hi;
  }
  std::size_t pick(std::size_t count) { return random_() % count; }
  double uniform(double lo, double hi) {
    return lo + (hi - lo) * (static_cast<double>(random_() >> 11) * 0x1p-53);
  }

 private:
  std::mt19937_64 random_;
};

bool allows(const Range& r, const Ball& value) {
  if (arb_is_finite(value.value) == 0) return true;  // the reference is uncertain
  Ball bound(std::isfinite(r.lo) ? r.lo : 0);
  if (std::isfinite(r.lo) && arb_lt(value.value, bound.value) != 0) return false;
  arb_set_d(bound.value, std::isfinite(r.hi) ? r.hi : 0);
  if (std::isfinite(r.hi) && arb_gt(value.value, bound.value) != 0) return false;
  if (r.nonzero && arb_is_zero(value.value) != 0) return false;
  return !r.integer || arb_contains_int(value.value) != 0;
}

class RangeOfOperator : public testing::TestWithParam<Op> {};

TEST_P(RangeOfOperator, HoldsTheValueAtEveryPointInside) {
  const Op op = GetParam();
  const std::uint64_t seed = 20260 + static_cast<std::uint64_t>(op);
  Source source(seed);
  Ball value;
  for (int round = 0; round < 1500; ++round) {
    const std::array operands = {source.range(), source.range()};
    const Range r = range_of(op, std::span(operands).first(op_arity(op)));
    for (int i = 0; i < 6; ++i) {
      const double x = source.inside(operands[0]);
      const double y = source.inside(operands[1]);
      const bool defined = reference(op, x, y, value);
      const auto where = [&] {
        return testing::Message() << "seed " << seed << " round " << round << ": " << op_name(op)
                                  << " of " << x << ", " << y << " in [" << operands[0].lo << ", "
                                  << operands[0].hi << "], [" << operands[1].lo << ", "
                                  << operands[1].hi << "] gave [" << r.lo << ", " << r.hi << "]";
      };
      if (!defined) {
        const bool total = operands[0].defined == Defined::Always;
        ASSERT_FALSE(total && r.defined == Defined::Always) << "undefined; " << where();
        continue;
      }
      ASSERT_NE(r.defined, Defined::Never) << where();
      ASSERT_TRUE(allows(r, value)) << arb_get_str(value.value, 25, 0) << "; " << where();
    }
  }
}

TEST_P(RangeOfOperator, IsNarrowAtAPoint) {
  const Op op = GetParam();
  Source source(77);
  Ball value;
  for (int round = 0; round < 2000; ++round) {
    const std::array operands = {range_of(source.uniform(-4, 4)), range_of(source.uniform(-4, 4))};
    const Range r = range_of(op, std::span(operands).first(op_arity(op)));
    const bool defined = reference(op, operands[0].lo, operands[1].lo, value);
    ASSERT_EQ(r.defined, defined ? Defined::Always : Defined::Never)
        << operands[0].lo << " " << operands[1].lo;
    if (!defined) continue;
    // The argument of acsc and friends is rounded once before a function with a steep end.
    const double slack = 1e-9 + std::abs(r.lo) * 1e-9;
    ASSERT_LE(r.hi - r.lo, slack) << op_name(op) << " " << operands[0].lo << " " << operands[1].lo;
  }
}

std::vector<Op> real_operators() {
  std::vector<Op> ops;
  for (std::size_t i = static_cast<std::size_t>(Op::Add);
       i < static_cast<std::size_t>(Op::Derivative); ++i) {
    ops.push_back(static_cast<Op>(i));
  }
  return ops;
}

std::string test_name(const testing::TestParamInfo<Op>& operation) {
  switch (operation.param) {
    case Op::Add:
      return "plus";
    case Op::Subtract:
      return "minus";
    case Op::Multiply:
      return "times";
    case Op::Divide:
      return "over";
    default:
      return std::string(op_name(operation.param));
  }
}

INSTANTIATE_TEST_SUITE_P(Real, RangeOfOperator, testing::ValuesIn(real_operators()), test_name);

}  // namespace
}  // namespace noether::algebra
