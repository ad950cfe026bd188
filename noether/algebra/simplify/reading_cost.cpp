#include "noether/algebra/simplify/reading_cost.h"

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <vector>

#include "noether/algebra/expression/call_names.h"
#include "noether/algebra/normal/number_parts.h"

namespace noether::algebra {
namespace {

using Shape = ReadingCost::Shape;

constexpr std::uint64_t kLetter = 10;
constexpr std::uint64_t kSign = 10;
constexpr std::uint64_t kBar = 8;        // of a fraction
constexpr std::uint64_t kBrackets = 14;  // around a sum
constexpr std::uint64_t kFunction = 13;  // \sin, \ln
constexpr std::uint64_t kRarer = 6;      // \sec, \csch
constexpr std::uint64_t kRoot = 11;
constexpr std::uint64_t kBadHabit = 25;    // \sqrt{8}, x^{-1}, 2^3
constexpr std::uint64_t kSmallHabit = 12;  // \frac{1}{\sqrt 2}
constexpr std::uint64_t kAbsurd = 70;      // \sin(2\arctan x)
constexpr std::uint64_t kBars = 16;        // of an absolute value, in addition to brackets
constexpr std::uint64_t kUndone = 400;     // \int, \sum, \lim, d/dx
constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max() / 4;

std::uint64_t raised(std::uint64_t cost) { return cost * 6 / 10 + 1; }

bool is_sum(Shape shape) { return shape == Shape::Sum; }

std::uint64_t digits_cost(std::size_t digits) { return kLetter + 5 * (digits - 1); }

ReadingCost number_cost(const Rational& value) {
  const Rational size = normal::absolute(value);
  const std::string text = size.to_string();
  const std::size_t slash = text.find('/');
  const std::uint64_t sign = value.sign() < 0 ? kSign : 0;
  if (slash != std::string::npos) {
    return {digits_cost(slash) + digits_cost(text.size() - slash - 1) + kBar + sign,
            value.sign() < 0 ? Shape::NegativeFraction : Shape::Fraction};
  }
  const std::uint64_t cost = digits_cost(text.size()) + sign;
  if (value == Rational(-1)) return {cost, Shape::MinusOne};
  if (value.is_zero()) return {cost - 2, Shape::Zero};
  return {cost, value.sign() < 0 ? Shape::NegativeNumber : Shape::Number};
}

bool is_number(Shape shape) {
  return shape == Shape::Number || shape == Shape::MinusOne || shape == Shape::NegativeNumber ||
         shape == Shape::Zero;
}

bool is_fraction(Shape shape) {
  return shape == Shape::Fraction || shape == Shape::NegativeFraction;
}

ReadingCost sum_cost(const ReadingCost& a, const ReadingCost& b, bool minus) {
  // a + (-b) is drawn a - b.
  const bool merged = !minus && b.is_negative();
  std::uint64_t cost = a.value + b.value + (merged ? 0 : kSign);
  if (minus && (b.is_negative() || is_sum(b.shape))) cost += kBrackets;
  if (is_number(a.shape) && is_number(b.shape)) cost += kBadHabit;
  if (a.shape == Shape::Zero || b.shape == Shape::Zero) cost += kBadHabit;
  return {cost, Shape::Sum};
}

ReadingCost product_cost(const ReadingCost& a, const ReadingCost& b) {
  std::uint64_t cost = a.value + b.value;
  for (const ReadingCost* factor : {&a, &b}) {
    if (is_sum(factor->shape)) cost += kBrackets;
    if (factor->shape == Shape::Zero) cost += kBadHabit;
  }
  const bool a_number = is_number(a.shape);
  const bool b_number = is_number(b.shape);
  if (a_number && b_number) cost += kBadHabit;
  if (a.shape == Shape::NumberRoot && b.shape == Shape::NumberRoot) cost += kBadHabit;
  // Both signs could be dropped.
  if (a.is_negative() && b.is_negative()) cost += kBadHabit;
  if (is_fraction(a.shape) || is_fraction(b.shape)) cost += 3;
  // Two numbers side by side need a dot.
  if ((a_number && b.shape == Shape::NumberPower && a.shape != Shape::MinusOne) ||
      (b_number && a.shape == Shape::NumberPower && b.shape != Shape::MinusOne)) {
    cost += kSmallHabit;
  }
  // The 1 of -1 is not drawn.
  const bool minus = a.shape == Shape::MinusOne || b.shape == Shape::MinusOne;
  if (minus && !(a_number && b_number)) {
    const ReadingCost& other = a.shape == Shape::MinusOne ? b : a;
    return {std::max(cost - kLetter, other.value + kSign), Shape::NegativeProduct};
  }
  const bool negative = a.is_negative() != b.is_negative();
  return {cost, negative ? Shape::NegativeProduct : Shape::Product};
}

ReadingCost quotient_cost(const ReadingCost& a, const ReadingCost& b) {
  std::uint64_t cost = a.value + b.value + kBar;
  if (is_fraction(a.shape) || is_fraction(b.shape)) cost += kBadHabit;
  if (b.has_number_root) cost += kSmallHabit;
  if (b.is_negative() || a.shape == Shape::Zero) cost += kBadHabit;
  return {cost, a.is_negative() ? Shape::NegativeFraction : Shape::Fraction};
}

ReadingCost power_cost(const ReadingCost& base, const ReadingCost& exponent) {
  std::uint64_t cost = base.value + raised(exponent.value);
  switch (base.shape) {
    case Shape::Sum:
      cost += kBrackets;
      break;
    case Shape::Product:
    case Shape::NegativeProduct:
    case Shape::NegativeNumber:
    case Shape::MinusOne:
    case Shape::Fraction:
    case Shape::NegativeFraction:
    case Shape::NumberRoot:
    case Shape::Power:
    case Shape::NumberPower:
      cost += kSmallHabit;
      break;
    case Shape::Unit:
      cost += kBadHabit;
      break;
    default:
      break;
  }
  if (exponent.is_negative() || exponent.shape == Shape::Zero) cost += kBadHabit;
  if (is_number(base.shape) && is_number(exponent.shape)) cost += kBadHabit;
  if (is_number(base.shape) && is_fraction(exponent.shape)) cost += kSmallHabit;
  return {std::max({cost, base.value, exponent.value}),
          is_number(base.shape) ? Shape::NumberPower : Shape::Power};
}

// Returns whether a factor of a positive number could be moved in front of the root.
bool has_power_factor(const Rational& value, std::int64_t index) {
  return std::ranges::any_of(normal::primes_of(value),
                             [&](const auto& prime) { return prime.second >= index; });
}

ReadingCost call_cost(std::string_view name, std::span<const ReadingCost> operands) {
  std::uint64_t cost = kFunction;
  for (const ReadingCost& operand : operands) cost += operand.value;
  const auto called = operator_of_call(name);
  if (called && formula::op_info(called->op).klass == formula::OpClass::Big) cost += kUndone;
  if (called && formula::is_leaf(called->op)) return {kLetter, Shape::Letter};
  return {cost, Shape::Function};
}

}  // namespace

namespace {

bool is_inverse(Op op) {
  switch (op) {
    case Op::Asin:
    case Op::Acos:
    case Op::Atan:
    case Op::Acsc:
    case Op::Asec:
    case Op::Acot:
    case Op::Asinh:
    case Op::Acosh:
    case Op::Atanh:
    case Op::Acsch:
    case Op::Asech:
    case Op::Acoth:
      return true;
    default:
      return false;
  }
}

ReadingCost node_cost(const Vocabulary& vocabulary, Head head,
                      std::span<const ReadingCost> operands) {
  const Op op = head.op();
  const auto function = [&](std::uint64_t own) {
    std::uint64_t cost = own;
    for (const ReadingCost& operand : operands) {
      cost += operand.value;
      if (is_sum(operand.shape) || operand.is_negative()) cost += kSmallHabit;
      if (operand.has_inverse) cost += kAbsurd;
      if (is_inverse(op) && (is_number(operand.shape) || operand.shape == Shape::NumberRoot ||
                             is_fraction(operand.shape))) {
        cost += kBadHabit;  // \arctan 1 has a closed form
      }
      if (op == Op::Ln && is_fraction(operand.shape)) cost += kSmallHabit;
      if (op == Op::Ln && operand.shape == Shape::Root) cost += kBadHabit;
    }
    return ReadingCost{std::min(cost, kMost), Shape::Function};
  };
  switch (op) {
    case Op::Number:
      return number_cost(vocabulary.value(head));
    case Op::Variable:
    case Op::Pi:
    case Op::E:
      return {kLetter, Shape::Letter};
    case Op::I:
      return {kLetter, Shape::Unit};
    case Op::Add:
    case Op::Subtract:
      return sum_cost(operands[0], operands[1], op == Op::Subtract);
    case Op::Multiply:
      return product_cost(operands[0], operands[1]);
    case Op::Divide:
      return quotient_cost(operands[0], operands[1]);
    case Op::Power:
      return power_cost(operands[0], operands[1]);
    case Op::Exp:
      return {std::max(kLetter + raised(operands[0].value), operands[0].value), Shape::Power};
    case Op::Sqrt:
      if (is_number(operands[0].shape)) return {operands[0].value + kRoot, Shape::NumberRoot};
      return {operands[0].value + kRoot + (is_fraction(operands[0].shape) ? kSmallHabit : 0),
              Shape::Root};
    case Op::Abs:
      return {operands[0].value + kBars + (operands[0].is_negative() ? kSmallHabit : 0),
              Shape::Function};
    case Op::Factorial:
      return {
          operands[0].value + 6 +
              (operands[0].shape == Shape::Letter || is_number(operands[0].shape) ? 0 : kBrackets),
          Shape::Function};
    case Op::Binomial:  // rare, so no form should introduce it
      return function(kLetter + kBadHabit);
    case Op::Csc:
    case Op::Sec:
    case Op::Cot:
    case Op::Csch:
    case Op::Sech:
    case Op::Coth:
    case Op::Acsc:
    case Op::Asec:
    case Op::Acot:
    case Op::Acsch:
    case Op::Asech:
    case Op::Acoth:
      return function(kFunction + kRarer);
    case Op::Derivative:
    case Op::Integral:
    case Op::DefiniteIntegral:
      return function(kUndone);
    case Op::Call:
      return call_cost(vocabulary.function_name(head), operands);
    default:
      return function(kFunction);
  }
}

}  // namespace

ReadingCost reading_cost(const Vocabulary& vocabulary, Head head,
                         std::span<const ReadingCost> operands) {
  ReadingCost cost = node_cost(vocabulary, head, operands);
  const Op op = head.op();
  const bool is_arithmetic = op == Op::Add || op == Op::Subtract || op == Op::Multiply;
  cost.has_number_root =
      cost.shape == Shape::NumberRoot ||
      (is_arithmetic && std::ranges::any_of(operands, [](const ReadingCost& operand) {
         return operand.has_number_root;
       }));
  cost.has_inverse =
      is_inverse(op) ||
      std::ranges::any_of(operands, [](const ReadingCost& operand) { return operand.has_inverse; });
  return cost;
}

namespace {

bool is_positive_number(const Expressions& pool, ExprId id) {
  return pool.is_number(id) && pool.value(id).sign() > 0;
}

// A square below a square root that could be moved out: 8, 18x^2, x^3y.
bool could_be_drawn_out(const Expressions& pool, ExprId radicand) {
  switch (pool.op(radicand)) {
    case Op::Number: {
      const Rational& value = pool.value(radicand);
      return value.sign() > 0 && (!value.is_integer() || has_power_factor(value, 2));
    }
    case Op::Multiply:
      return could_be_drawn_out(pool, pool.operand(radicand, 0)) ||
             could_be_drawn_out(pool, pool.operand(radicand, 1));
    case Op::Power: {
      const ExprId exponent = pool.operand(radicand, 1);
      return pool.is_number(exponent) && Rational(2) <= pool.value(exponent);
    }
    default:
      return false;
  }
}

// 2^{1/3} is drawn as a root.
ReadingCost number_power_cost(const Expressions& pool, ExprId id,
                              const std::unordered_map<ExprId, ReadingCost>& costs,
                              ReadingCost cost) {
  const ExprId base = pool.operand(id, 0);
  const ExprId exponent = pool.operand(id, 1);
  if (!pool.is_number(exponent) || pool.value(exponent).is_integer()) return cost;
  const auto index = (Rational(1) / pool.value(exponent)).to_int();
  if (!index || *index < 3) {
    cost.value += kBadHabit;  // 2^{4/3}
    return cost;
  }
  cost.value = costs.at(base).value + kRoot + raised(digits_cost(1));
  const Rational& radicand = pool.value(base);
  if (!radicand.is_integer() || has_power_factor(radicand, *index)) cost.value += kBadHabit;
  cost.shape = Shape::NumberRoot;
  cost.has_number_root = true;
  return cost;
}

}  // namespace

std::uint64_t reading_cost(const Expressions& pool, ExprId root) {
  std::unordered_map<ExprId, ReadingCost> costs;
  std::vector<ReadingCost> operands;
  for (const ExprId id : subexpressions(pool, root)) {
    operands.clear();
    for (const ExprId operand : pool.operands(id)) operands.push_back(costs[operand]);
    ReadingCost cost = reading_cost(pool.vocabulary(), pool.head(id), operands);
    if (pool.op(id) == Op::Power && is_positive_number(pool, pool.operand(id, 0))) {
      cost = number_power_cost(pool, id, costs, cost);
    }
    if (pool.op(id) == Op::Sqrt && could_be_drawn_out(pool, pool.operand(id, 0))) {
      cost.value += kBadHabit;
    }
    cost.value = std::min(cost.value, kMost);
    costs[id] = cost;
  }
  return costs[root].value;
}

}  // namespace noether::algebra
