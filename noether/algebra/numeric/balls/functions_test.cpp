// Every operator against the C library, against itself at other precisions, and the real field
// against the complex one.
#include "noether/algebra/numeric/balls/functions.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include "noether/algebra/numeric/evaluate_fixture.h"
#include "noether/algebra/numeric/points.h"

namespace noether::algebra {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();

double reference(Op op, double x, double y) {
  switch (op) {
    case Op::Add:
      return x + y;
    case Op::Subtract:
      return x - y;
    case Op::Multiply:
      return x * y;
    case Op::Divide:
      return x / y;
    case Op::Power:
      return std::pow(x, y);
    case Op::Sqrt:
      return std::sqrt(x);
    case Op::Abs:
      return std::abs(x);
    case Op::Exp:
      return std::exp(x);
    case Op::Ln:
      return std::log(x);
    case Op::Log:
      return x <= 0 ? kNotANumber : std::log(y) / std::log(x);
    case Op::Sin:
      return std::sin(x);
    case Op::Cos:
      return std::cos(x);
    case Op::Tan:
      return std::tan(x);
    case Op::Csc:
      return 1 / std::sin(x);
    case Op::Sec:
      return 1 / std::cos(x);
    case Op::Cot:
      return 1 / std::tan(x);
    case Op::Asin:
      return std::asin(x);
    case Op::Acos:
      return std::acos(x);
    case Op::Atan:
      return std::atan(x);
    case Op::Acsc:
      return std::asin(1 / x);
    case Op::Asec:
      return std::acos(1 / x);
    case Op::Acot:
      return x == 0 ? kPi / 2 : std::atan(1 / x);
    case Op::Sinh:
      return std::sinh(x);
    case Op::Cosh:
      return std::cosh(x);
    case Op::Tanh:
      return std::tanh(x);
    case Op::Csch:
      return 1 / std::sinh(x);
    case Op::Sech:
      return 1 / std::cosh(x);
    case Op::Coth:
      return 1 / std::tanh(x);
    case Op::Asinh:
      return std::asinh(x);
    case Op::Acosh:
      return std::acosh(x);
    case Op::Atanh:
      return std::atanh(x);
    case Op::Acsch:
      return std::asinh(1 / x);
    case Op::Asech:
      return std::acosh(1 / x);
    case Op::Acoth:
      return std::atanh(1 / x);
    case Op::Factorial:
      return std::tgamma(x + 1);
    case Op::Gamma:
      return std::tgamma(x);
    case Op::Binomial:
      return std::tgamma(x + 1) / (std::tgamma(y + 1) * std::tgamma(x - y + 1));
    case Op::Floor:
      return std::floor(x);
    case Op::Ceil:
      return std::ceil(x);
    case Op::Sign:
      return x > 0 ? 1 : (x < 0 ? -1 : 0);
    case Op::Min:
      return std::min(x, y);
    case Op::Max:
      return std::max(x, y);
    default:
      return kNotANumber;
  }
}

std::vector<Op> function_operators() {
  std::vector<Op> ops;
  for (auto code = static_cast<int>(Op::Add); code < static_cast<int>(Op::Derivative); ++code) {
    ops.push_back(static_cast<Op>(code));
  }
  return ops;
}

struct Operation : TestPool {
  explicit Operation(Op op) : x(vocabulary.variable("x")), y(vocabulary.variable("y")) {
    const std::vector<ExprId> operands = {pool.leaf(x), pool.leaf(y)};
    root = pool.make(Head(op), std::span(operands).first(op_arity(op)));
    variables = {x};
    if (op_arity(op) == 2) variables.push_back(y);
  }
  Head x;
  Head y;
  ExprId root;
  std::vector<Head> variables;
};

std::string describe(Op op, Operation& operation, const Point& point) {
  std::string text(op_name(op));
  for (const auto& [variable, value] : point.coordinates) {
    BallEvaluator evaluator(operation.pool, {value});
    evaluator.evaluate({}, Field::Complex, 64);
    text += " " + evaluator.value().ball.to_string();
  }
  return text;
}

TEST(Functions, AgreeWithTheCLibraryAtRandomPoints) {
  std::mt19937_64 random(20240501);
  for (const Op op : function_operators()) {
    Operation operation(op);
    BallEvaluator evaluator(operation.pool, {operation.root});
    int compared = 0;
    for (int i = 0; i < 400; ++i) {
      // Multiples of 2^-20 below 8, which are exact as doubles.
      const auto draw = [&] {
        return static_cast<std::int64_t>(random() % (1U << 24)) - (1 << 23);
      };
      const std::int64_t p = draw();
      const std::int64_t q = draw();
      const double x = std::ldexp(static_cast<double>(p), -20);
      const double y = std::ldexp(static_cast<double>(q), -20);
      const Point point{{{operation.x, operation.pool.number(Rational(p, 1 << 20))},
                         {operation.y, operation.pool.number(Rational(q, 1 << 20))}}};
      evaluator.evaluate(point, Field::Real, 96);
      const Value& value = evaluator.value();
      const double expected = reference(op, x, y);
      if (std::isnan(expected) || std::isinf(expected)) {
        EXPECT_NE(value.definedness, Definedness::Defined) << describe(op, operation, point);
        continue;
      }
      ASSERT_EQ(value.definedness, Definedness::Defined) << describe(op, operation, point);
      const double actual = arf_get_d(arb_midref(value.ball.real()), ARF_RND_NEAR);
      EXPECT_NEAR(actual, expected, 1e-9 * std::max(1.0, std::abs(expected)))
          << describe(op, operation, point);
      ++compared;
    }
    EXPECT_GT(compared, 10) << op_name(op);
  }
}

// Returns whether both can be true of one number.
bool consistent(const Value& a, const Value& b) {
  using enum Definedness;
  if (a.definedness == Unclear || b.definedness == Unclear) return true;
  if (a.definedness != b.definedness) return false;
  return a.definedness == Undefined || !disjoint(a.ball, b.ball);
}

TEST(Functions, PrecisionsNeverContradictEachOther) {
  for (const Field field : {Field::Real, Field::Complex}) {
    for (const Op op : function_operators()) {
      Operation operation(op);
      BallEvaluator low(operation.pool, {operation.root});
      BallEvaluator high(operation.pool, {operation.root});
      PointSource points(operation.pool, operation.variables, field, {}, 17);
      for (std::size_t i = 0; i < points.special_count() + 100; ++i) {
        const auto point = points.next();
        ASSERT_TRUE(point);
        low.evaluate(*point, field, 40);
        high.evaluate(*point, field, 300);
        EXPECT_TRUE(consistent(low.value(), high.value())) << describe(op, operation, *point);
        EXPECT_NE(high.value().definedness, Definedness::Unclear)
            << describe(op, operation, *point);
      }
    }
  }
}

TEST(Functions, RealValuesAreComplexValues) {
  for (const Op op : function_operators()) {
    Operation operation(op);
    BallEvaluator real(operation.pool, {operation.root});
    BallEvaluator complex(operation.pool, {operation.root});
    PointSource points(operation.pool, operation.variables, Field::Real, {}, 23);
    for (std::size_t i = 0; i < points.special_count() + 100; ++i) {
      const auto point = points.next();
      ASSERT_TRUE(point);
      real.evaluate(*point, Field::Real, 128);
      complex.evaluate(*point, Field::Complex, 128);
      if (!real.value().defined()) continue;
      EXPECT_TRUE(consistent(real.value(), complex.value())) << describe(op, operation, *point);
    }
  }
}

// The exact number, if there is one, is in the ball that plain ball arithmetic gives.
TEST(Functions, ExactValuesAreInTheBalls) {
  for (const Field field : {Field::Real, Field::Complex}) {
    for (const Op op : function_operators()) {
      Operation operation(op);
      PointSource points(operation.pool, operation.variables, field, {}, 5);
      BallEvaluator exact(operation.pool, {operation.root});
      BallEvaluator arguments(operation.pool,
                              {operation.pool.leaf(operation.x), operation.pool.leaf(operation.y)});
      Functions functions;
      for (std::size_t i = 0; i < points.special_count(); ++i) {
        const auto point = points.next();
        exact.evaluate(*point, field, 128);
        if (!exact.value().defined() || !exact.value().exact.known()) continue;
        arguments.evaluate(*point, field, 128);
        Value a = arguments.value(0);
        Value b = arguments.value(1);
        a.exact.forget();
        b.exact.forget();
        Value blurred;
        if (field == Field::Real) {
          functions.apply_real(op, a, b, 128, blurred);
        } else {
          functions.apply_complex(op, a, b, 128, blurred);
        }
        EXPECT_TRUE(consistent(exact.value(), blurred)) << describe(op, operation, *point);
      }
    }
  }
}

TEST(Functions, AreQuickOnTheWorstArguments) {
  const auto start = std::chrono::steady_clock::now();
  // Towers of powers and exponentials, far above and close to zero.
  const std::vector<std::string> extremes = {
      "(pow 9 (pow 9 (pow 9 9)))",
      "(pow 9 (* -1 (pow 9 (pow 9 9))))",
      "(exp (exp (exp (exp 10))))",
      "(exp (* -1 (exp 40)))",
      "(exp (* -1 (exp (exp 4))))",
      "(factorial (factorial 1000))",
      "(factorial (factorial (factorial 1000)))",
      "(* -1 (pow 2 (pow 2 61)))",
      "(pow 2 (* -1 (pow 2 61)))",
      "(+ 1/3 (pow 10 300))",
      "(* i (pow 7 (pow 7 77)))",
      "(+ 1 (* i (pow 2 (* -1 (pow 2 60)))))",
  };
  for (const Op op : function_operators()) {
    for (const std::string& x : extremes) {
      for (const std::string& y : extremes) {
        TestPool test;
        const std::string text =
            "(" + std::string(op_name(op)) + " " + x + (op_arity(op) == 2 ? " " + y : "") + ")";
        for (const Field field : {Field::Real, Field::Complex}) {
          const auto before = std::chrono::steady_clock::now();
          test.evaluate(text, field, {}, 128);
          const std::chrono::duration<double> took = std::chrono::steady_clock::now() - before;
          EXPECT_LT(took.count(), 1) << text;
        }
        if (op_arity(op) == 1) break;
      }
    }
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  EXPECT_LT(took.count(), 60);
}

}  // namespace
}  // namespace noether::algebra
