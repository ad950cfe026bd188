// The operators on the complex numbers against the C++ library, and random expressions against
// themselves at another precision.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "noether/algebra/numeric/evaluate_fixture.h"
#include "noether/algebra/numeric/points.h"

namespace noether::algebra {
namespace {

using Complex = std::complex<double>;

std::optional<Complex> reference(Op op, Complex z, Complex w) {
  switch (op) {
    case Op::Multiply:
      return z * w;
    case Op::Divide:
      return z / w;
    case Op::Power:
      return std::exp(w * std::log(z));
    case Op::Sqrt:
      return std::sqrt(z);
    case Op::Abs:
      return std::abs(z);
    case Op::Sign:
      return z / std::abs(z);
    case Op::Exp:
      return std::exp(z);
    case Op::Ln:
      return std::log(z);
    case Op::Log:
      return std::log(w) / std::log(z);
    case Op::Sin:
      return std::sin(z);
    case Op::Cos:
      return std::cos(z);
    case Op::Tan:
      return std::tan(z);
    case Op::Csc:
      return 1.0 / std::sin(z);
    case Op::Sec:
      return 1.0 / std::cos(z);
    case Op::Cot:
      return 1.0 / std::tan(z);
    case Op::Asin:
      return std::asin(z);
    case Op::Acos:
      return std::acos(z);
    case Op::Atan:
      return std::atan(z);
    case Op::Acsc:
      return std::asin(1.0 / z);
    case Op::Asec:
      return std::acos(1.0 / z);
    case Op::Acot:
      return std::atan(1.0 / z);
    case Op::Sinh:
      return std::sinh(z);
    case Op::Cosh:
      return std::cosh(z);
    case Op::Tanh:
      return std::tanh(z);
    case Op::Csch:
      return 1.0 / std::sinh(z);
    case Op::Sech:
      return 1.0 / std::cosh(z);
    case Op::Coth:
      return 1.0 / std::tanh(z);
    case Op::Asinh:
      return std::asinh(z);
    case Op::Acosh:
      return std::acosh(z);
    case Op::Atanh:
      return std::atanh(z);
    case Op::Acsch:
      return std::asinh(1.0 / z);
    case Op::Asech:
      return std::acosh(1.0 / z);
    case Op::Acoth:
      return std::atanh(1.0 / z);
    default:
      return std::nullopt;
  }
}

Op random_operator(std::mt19937_64& random) {
  constexpr auto kFirst = static_cast<std::uint64_t>(Op::Add);
  constexpr auto kEnd = static_cast<std::uint64_t>(Op::Derivative);
  return static_cast<Op>(kFirst + random() % (kEnd - kFirst));
}

ExprId random_expression(Expressions& pool, std::mt19937_64& random, int depth) {
  if (depth == 0 || random() % 6 == 0) {
    switch (random() % 6) {
      case 0:
        return pool.number(Rational(static_cast<std::int64_t>(random() % 7) - 3));
      case 1:
        return pool.leaf(Op::Pi);
      case 2:
        return pool.variable("y");
      default:
        return pool.variable("x");
    }
  }
  // Half of the operators are arithmetic; otherwise hardly any expression would be defined.
  const Op op = random() % 2 == 0
                    ? static_cast<Op>(static_cast<std::uint64_t>(Op::Add) + random() % 4)
                    : random_operator(random);
  const ExprId a = random_expression(pool, random, depth - 1);
  if (op_arity(op) == 1) return pool.make(op, {a});
  return pool.make(op, {a, random_expression(pool, random, depth - 1)});
}

TEST(ComplexFunctions, AgreeWithTheLibraryAtRandomPoints) {
  std::mt19937_64 random(99);
  const auto draw = [&] { return static_cast<std::int64_t>(random() % 4096) - 2048; };
  for (int code = 0; code < static_cast<int>(kOpCount); ++code) {
    const Op op = static_cast<Op>(code);
    if (!reference(op, 1, 2)) continue;
    TestPool test;
    const ExprId root = op_arity(op) == 1 ? test.pool.make(op, {test.parse("x")})
                                          : test.pool.make(op, {test.parse("x"), test.parse("y")});
    BallEvaluator evaluator(test.pool, {root});
    for (int i = 0; i < 200; ++i) {
      std::int64_t parts[4];
      for (std::int64_t& part : parts) part = 2 * draw() + 1;  // off the axes, where the cuts are
      const auto constant = [&](std::int64_t re, std::int64_t im) {
        return test.pool.make(Op::Add,
                              {test.pool.number(Rational(re, 1024)),
                               test.pool.make(Op::Multiply, {test.pool.number(Rational(im, 1024)),
                                                             test.pool.leaf(Op::I)})});
      };
      const Complex z(static_cast<double>(parts[0]) / 1024, static_cast<double>(parts[1]) / 1024);
      const Complex w(static_cast<double>(parts[2]) / 1024, static_cast<double>(parts[3]) / 1024);
      const Point point{{{test.vocabulary.variable("x"), constant(parts[0], parts[1])},
                         {test.vocabulary.variable("y"), constant(parts[2], parts[3])}}};
      evaluator.evaluate(point, Field::Complex, 96);
      const Value& value = evaluator.value();
      ASSERT_TRUE(value.defined()) << op_name(op) << z;
      const Complex actual(arf_get_d(arb_midref(value.ball.real()), ARF_RND_NEAR),
                           arf_get_d(arb_midref(value.ball.imag()), ARF_RND_NEAR));
      const Complex expected = *reference(op, z, w);
      EXPECT_LT(std::abs(actual - expected), 1e-9 * std::max(1.0, std::abs(expected)))
          << op_name(op) << " " << z << " " << w;
    }
  }
}

TEST(ComplexFunctions, RandomExpressionsDoNotContradictThemselves) {
  std::mt19937_64 random(4711);
  int defined = 0;
  for (int i = 0; i < 1500; ++i) {
    TestPool test;
    const ExprId root = random_expression(test.pool, random, 4);
    const Field field = i % 2 == 0 ? Field::Real : Field::Complex;
    BallEvaluator low(test.pool, {root});
    BallEvaluator high(test.pool, {root});
    PointSource points(test.pool, {test.vocabulary.variable("x"), test.vocabulary.variable("y")},
                       field, {}, static_cast<std::uint64_t>(i));
    for (int j = 0; j < 20; ++j) {
      if (j == 12) points.skip_special();
      const auto point = points.next();
      low.evaluate(*point, field, 48);
      high.evaluate(*point, field, 256);
      const Value& a = low.value();
      const Value& b = high.value();
      defined += b.defined() ? 1 : 0;
      if (a.definedness == Definedness::Unclear || b.definedness == Definedness::Unclear) continue;
      ASSERT_EQ(a.definedness, b.definedness) << i << " " << j;
      if (a.defined()) {
        ASSERT_FALSE(disjoint(a.ball, b.ball)) << i << " " << j;
      }
    }
  }
  EXPECT_GT(defined, 5000);
}

}  // namespace
}  // namespace noether::algebra
