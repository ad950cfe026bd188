// Compares all evaluations of every operator with ball arithmetic: the ranges and plain doubles of
// noether/algebra, and the real and complex values that encoders read, at random points and near
// the borders of domains.
//
// Tolerance: the operands of a value may have a relative error of kOperandError, and the value
// itself one of kValueError. If a border is that near, the value may be missing.
#include <acb.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "noether/algebra/numeric/balls/functions.h"
#include "noether/algebra/numeric/plain.h"
#include "noether/algebra/numeric/ranges/range.h"
#include "noether/embedding/values/token_values.h"

namespace noether::embedding {
namespace {

using algebra::Definedness;
using algebra::Op;
using algebra::Value;
using Complex = std::complex<double>;

constexpr double kOperandError = 0x1p-49;  // eight units in the last place
constexpr double kValueError = 1e-13;
// The values of step functions treat a number this near to the next step as the step itself.
constexpr double kStepError = 1.1e-10;
constexpr int kPoints = 2000;
constexpr slong kBits = 320;

struct Row {
  Op op;
  std::string_view token;
  bool is_step = false;
  bool is_of_reciprocal = false;
};
void PrintTo(const Row& row, std::ostream* out) { *out << row.token; }
constexpr auto kRows = std::to_array<Row>({
#define NOETHER_ALGEBRA_FUNCTION(id, name, arity, d, r, e, c, f, range, plain, token, value) \
  {Op::id, token},
#define NOETHER_ALGEBRA_RECIPROCAL(id, name, inner, range, plain, token, value) \
  {Op::id, token, false, true},
#define NOETHER_ALGEBRA_STEP(id, name, arity, r, e, c, f, range, plain, token, value) \
  {Op::id, token, true},
#include "noether/algebra/expression/operators.def"
});

// For these operators, the complex values that encoders read differ from those of algebra: most
// have none, `abs` is the square root of the square, and `min` and `max` choose one of the two
// numbers.
bool is_for_reals(const Row& row) {
  return row.is_step || row.op == Op::Gamma || row.op == Op::Factorial || row.op == Op::Binomial;
}

// A binomial by gamma functions has no value for encoders where the last gamma function has a pole.
// The binomial is 0 there, but adding that value would change the vectors of trained models.
bool lacks_value(const Row& row, double n, double k) {
  const double rest = n - k + 1;
  return row.op == Op::Binomial && k != std::round(k) && rest <= 0 && rest == std::round(rest);
}

// Moduli are between 1e-15 and 1e15, so that no intermediate result is too large or too small.
// Operands of factorials and binomials are below 40. Zero has no sign.
class Points {
 public:
  Points(const Row& row, std::uint64_t seed)
      : random_(seed), is_small_(row.op == Op::Binomial || row.op == Op::Factorial) {}

  double real() { return signed_number() + 0.0; }
  // A point off the real and imaginary axes, often only slightly.
  Complex complex() {
    const double side = pick(2) == 0 ? 1 : -1;
    const double near = side * std::exp(uniform(-30, -2));
    Complex z{real(), real()};
    const std::size_t kind = pick(4);
    if (kind == 0) z.imag(near);
    if (kind == 1) z.imag(kAboveReal);
    if (kind == 2) z.real(near);
    if (z.real() == 0) z.real(near);
    if (z.imag() == 0) z.imag(near);
    return z;
  }

 private:
  double signed_number() {
    static constexpr std::array kBorders = {0.0,
                                            0.5,
                                            1.0,
                                            1.5,
                                            2.0,
                                            3.0,
                                            0x1.921fb54442d18p+0,
                                            0x1.921fb54442d18p+1,
                                            0x1.921fb54442d18p+2};
    const double sign = pick(2) == 0 ? 1 : -1;
    const double border = kBorders[pick(kBorders.size())];
    switch (pick(6)) {
      case 0:
        return sign * border;
      case 1:  // the next number, or one a little further
      {
        const double side = pick(2) == 0 ? 1 : -1;
        return sign * (border + side * std::ldexp(1.0, -static_cast<int>(pick(52))));
      }
      case 2:
        return static_cast<double>(pick(25)) - 12;
      case 3:
        return sign * uniform(0, 1.2);
      case 4:
        return sign * uniform(0, 12);
      default:
        return sign * (is_small_ ? uniform(0, 40) : std::exp(uniform(-34, 34)));
    }
  }
  std::size_t pick(std::size_t count) { return random_() % count; }
  double uniform(double lo, double hi) {
    return lo + (hi - lo) * (static_cast<double>(random_() >> 11) * 0x1p-53);
  }
  std::mt19937_64 random_;
  bool is_small_;
};

void set(Value& value, Complex z, double error = 0, double above = 0) {
  value.definedness = Definedness::Defined;
  value.exact.forget();
  acb_set_d_d(value.ball.raw(), z.real(), z.imag());
  if (error == 0 && above == 0 && z.imag() == 0) {
    algebra::Rational number;
    arf_get_fmpq(number.raw(), arb_midref(value.ball.real()));
    value.exact.set(number);
    return;
  }
  mag_t radius;
  mag_init(radius);
  mag_set_d(radius, error * std::abs(z.real()));
  arb_add_error_mag(value.ball.real(), radius);
  mag_set_d(radius, error * std::abs(z.imag()));
  arb_add_error_mag(value.ball.imag(), radius);
  mag_set_d(radius, above);
  arb_add_error_mag(value.ball.real(), radius);
  mag_clear(radius);
}

double upper_bound(const algebra::Ball& ball) {
  mag_t bound;
  mag_init(bound);
  acb_get_mag(bound, ball.raw());
  const double result = mag_get_d(bound);
  mag_clear(bound);
  return result;
}

bool holds(const algebra::Range& range, const Value& value) {
  Value bound;
  set(bound, std::isfinite(range.lo) ? range.lo : 0);
  if (std::isfinite(range.lo) && compare(value, bound) == algebra::Order::Less) return false;
  set(bound, std::isfinite(range.hi) ? range.hi : 0);
  return !std::isfinite(range.hi) || compare(value, bound) != algebra::Order::Greater;
}

// The value of a row at a point in ball arithmetic, and its distance to the values at nearby
// operands.
class Reference {
 public:
  // `lift` is the distance by which a real point is moved above the real line.
  void compute(const Row& row, bool real, Complex a, Complex b, double step_error = 0,
               double lift = 0) {
    where_ = "at " + text(a) + " and " + text(b);
    const double wide = step_error * (1 + std::abs(a));
    apply(row.op, real, a, b, 0, 0, lift, certain_);
    apply(row.op, real, a, b, kOperandError, wide, lift, near_);
    if (!certain_.defined()) return;
    size_ = upper_bound(certain_.ball);
    reach_ = std::numeric_limits<double>::infinity();
    if (!near_.defined()) return;
    acb_sub(difference_.raw(), near_.ball.raw(), certain_.ball.raw(), kBits);
    reach_ = upper_bound(difference_);
  }
  bool is_certain() const { return certain_.definedness != Definedness::Unclear; }
  bool is_defined() const { return certain_.defined(); }
  const Value& certain() const { return certain_; }
  const std::string& where() const { return where_; }

  // Returns false if the tolerance leaves nothing to check.
  bool check(std::string_view what, Complex value, double slack = 1e-280) {
    if (!is_certain()) return false;
    if (!is_defined()) {
      if (near_.definedness != Definedness::Undefined) return false;
      EXPECT_FALSE(has_value(value))
          << what << " is " << value << " where there is none " << where_;
      return true;
    }
    if (!std::isfinite(reach_) || size_ > 1e280) return false;
    EXPECT_TRUE(has_value(value)) << what << " has no value " << where_ << ", but "
                                  << certain_.ball.to_string();
    if (!has_value(value)) return true;
    acb_set_d_d(difference_.raw(), value.real(), value.imag());
    acb_sub(difference_.raw(), difference_.raw(), certain_.ball.raw(), kBits);
    EXPECT_LE(upper_bound(difference_), reach_ + kValueError * size_ + slack)
        << what << " is " << value << " " << where_ << ", not " << certain_.ball.to_string(17);
    return true;
  }

 private:
  static std::string text(Complex z) {
    return testing::PrintToString(z.real()) + " + " + testing::PrintToString(z.imag()) + " i";
  }
  void apply(Op op, bool real, Complex a, Complex b, double error, double wide, double lift,
             Value& out) {
    set(a_, a, error, wide);
    set(b_, b, error);
    if (lift != 0) {
      for (Value* value : {&a_, &b_}) {
        value->exact.forget();
        arb_set_d(t_.real(), lift);
        arb_add(value->ball.imag(), value->ball.imag(), t_.real(), kBits);
      }
    }
    if (real) {
      functions_.apply_real(op, a_, b_, kBits, out);
    } else {
      functions_.apply_complex(op, a_, b_, kBits, out);
    }
  }

  algebra::Functions functions_;
  Value a_, b_, certain_, near_;
  algebra::Ball difference_, t_;
  double size_ = 0;
  double reach_ = 0;
  std::string where_;
};

class EvaluationsOf : public testing::TestWithParam<Row> {
 protected:
  // In tokens, the argument of a logarithm comes first.
  template <typename N>
  static N value(const Row& row, N a, N b) {
    const auto function = value_function<N>(row.token, algebra::op_arity(row.op));
    return row.op == Op::Log ? function(b, a) : function(a, b);
  }
  static std::uint64_t seed(const Row& row) { return 23000 + static_cast<std::uint64_t>(row.op); }
};

TEST_P(EvaluationsOf, AreThoseOfBallsOnTheReals) {
  const Row row = GetParam();
  Points points(row, seed(row));
  Reference reference;
  Reference loose;
  int checked = 0;
  int undefined = 0;
  for (int i = 0; i < kPoints && !HasFailure(); ++i) {
    const double a = points.real();
    const double b = points.real();
    reference.compute(row, true, a, b);
    loose.compute(row, true, a, b, row.is_step ? kStepError : 0);
    ASSERT_TRUE(reference.is_certain()) << reference.where();
    checked += reference.check("plain", algebra::plain_value(row.op, a, b)) ? 1 : 0;
    if (!lacks_value(row, a, b)) loose.check("value", value<double>(row, a, b));
    undefined += reference.is_defined() ? 0 : 1;

    const std::array operands = {algebra::range_of(a), algebra::range_of(b)};
    const algebra::Range range =
        algebra::range_of(row.op, std::span(operands).first(algebra::op_arity(row.op)));
    if (!reference.is_defined()) {
      EXPECT_NE(range.defined, algebra::Defined::Always) << "range " << reference.where();
      continue;
    }
    EXPECT_NE(range.defined, algebra::Defined::Never) << "range " << reference.where();
    EXPECT_TRUE(holds(range, reference.certain()))
        << "range [" << range.lo << ", " << range.hi << "] " << reference.where();
  }
  EXPECT_GE(checked, kPoints / 4) << "seed " << seed(row) << ", undefined " << undefined;
}

TEST_P(EvaluationsOf, AreThoseOfBallsOffTheRealLine) {
  const Row row = GetParam();
  if (is_for_reals(row)) return;
  Points points(row, seed(row));
  Reference reference;
  int checked = 0;
  for (int i = 0; i < kPoints && !HasFailure(); ++i) {
    const Complex a = points.complex();
    const Complex b = points.complex();
    reference.compute(row, false, a, b);
    checked += reference.check("value", value<Complex>(row, a, b)) ? 1 : 0;
  }
  EXPECT_GE(checked, kPoints / 4) << "seed " << seed(row);
}

TEST_P(EvaluationsOf, AreTheirOwnOffTheRealLineForFunctionsOfReals) {
  const Row row = GetParam();
  if (!is_for_reals(row)) return;
  Points points(row, seed(row));
  for (int i = 0; i < kPoints && !HasFailure(); ++i) {
    const Complex a = points.complex();
    const Complex b = points.complex();
    if (is_real(a) || is_real(b)) continue;
    const Complex found = value<Complex>(row, a, b);
    if (row.op == Op::Abs) {
      EXPECT_TRUE(found == a || found == -a) << a;
    } else if (row.op == Op::Min || row.op == Op::Max) {
      EXPECT_TRUE(found == a || found == b) << a << " and " << b;
    } else {
      EXPECT_FALSE(has_value(found)) << a << " and " << b;
    }
  }
}

// On a branch cut, a function has the values of its upper side. Division puts 1/a above the real
// line for a positive `a` and below it for a negative one, as if `a` were below and above.
TEST_P(EvaluationsOf, AreThoseFromAboveOnTheRealLine) {
  constexpr double kLift = 1e-60;
  constexpr double kSlack = 1e-29;  // the possible effect of kLift near zero
  const Row row = GetParam();
  Points points(row, seed(row) + 1);
  Reference reference;
  Reference on_line;
  int checked = 0;
  for (int i = 0; i < kPoints && !HasFailure(); ++i) {
    const double a = points.real();
    const double b = points.real();
    const bool real = is_for_reals(row);
    if (lacks_value(row, a, b)) continue;
    const double lift = row.is_of_reciprocal && a > 0 ? -kLift : kLift;
    reference.compute(row, real, a, b, row.is_step ? kStepError : 0, real ? 0 : lift);
    on_line.compute(row, real, a, b);
    const Complex found = value<Complex>(row, a, b);
    if (a == 0 || (on_line.is_certain() && !on_line.is_defined())) {
      on_line.check("value", found);
    } else {
      checked += reference.check("value", found, kSlack) ? 1 : 0;
    }
  }
  EXPECT_GE(checked, kPoints / 4) << "seed " << seed(row);
}

TEST(Evaluations, OfConstantsAreThoseOfBalls) {
  int constants = 0;
#define NOETHER_ALGEBRA_CONSTANT(id, name, unit, range, plain, value)                 \
  {                                                                                   \
    using algebra::ExactUnit;                                                         \
    Value ball;                                                                       \
    set_unit(unit, kBits, ball);                                                      \
    const Complex found = constant_value<Complex>(name);                              \
    Value double_value;                                                               \
    set(double_value, found);                                                         \
    acb_sub(ball.ball.raw(), ball.ball.raw(), double_value.ball.raw(), kBits);        \
    EXPECT_LE(upper_bound(ball.ball), 1e-15) << name;                                 \
    const double plain_one = algebra::plain_value(Op::id, 0, 0);                      \
    EXPECT_EQ(has_value(plain_one), found.imag() == 0) << name;                       \
    EXPECT_EQ(has_value(constant_value<double>(name)), found.imag() == 0) << name;    \
    const algebra::Range bounds = algebra::range_of(Op::id, {});                      \
    EXPECT_EQ(bounds.defined == algebra::Defined::Always, found.imag() == 0) << name; \
    if (found.imag() == 0) {                                                          \
      EXPECT_EQ(plain_one, found.real()) << name;                                     \
      EXPECT_LE(bounds.lo, plain_one) << name;                                        \
      EXPECT_GE(bounds.hi, plain_one) << name;                                        \
    }                                                                                 \
    ++constants;                                                                      \
  }
#include "noether/algebra/expression/operators.def"
  EXPECT_EQ(constants, 3);
}

std::string row_name(const testing::TestParamInfo<Row>& row) {
  constexpr std::array<std::string_view, algebra::kOpCount> kIds = {
#define NOETHER_ALGEBRA_OP(id, name, arity) #id,
#include "noether/algebra/expression/operators.def"
  };
  return std::string(kIds[static_cast<std::size_t>(row.param.op)]);
}

INSTANTIATE_TEST_SUITE_P(Operators, EvaluationsOf, testing::ValuesIn(kRows), row_name);

}  // namespace
}  // namespace noether::embedding
