#include "noether/algebra/expression/fold.h"

#include <flint/fmpz.h>

namespace noether::algebra {
namespace {

// Larger factorials are not expanded; 300! has 2,041 bits.
constexpr std::int64_t kMaxFoldedFactorial = 300;

std::optional<Rational> within_limit(Rational value) {
  if (value.bits() > kMaxNumberBits) return std::nullopt;
  return value;
}

std::optional<Rational> factorial(const Rational& n) {
  const auto whole = n.to_int();
  if (!whole || *whole < 0 || *whole > kMaxFoldedFactorial) return std::nullopt;
  Rational result;
  fmpz_fac_ui(fmpq_numref(result.raw()), static_cast<ulong>(*whole));
  return result;
}

// The falling factorial n(n-1)...(n-k+1)/k!, which defines binomials for any n.
std::optional<Rational> binomial(const Rational& n, const Rational& k) {
  if (!k.is_integer()) return std::nullopt;
  if (k.sign() < 0) return Rational(0);
  const auto count = k.to_int();
  if (!count || *count > kMaxFoldedFactorial) return std::nullopt;
  Rational result(1);
  Rational factor = n;
  for (std::int64_t i = 1; i <= *count; ++i) {
    result = result * factor / Rational(i);
    if (result.bits() > kMaxNumberBits) return std::nullopt;
    factor = factor - Rational(1);
  }
  return result;
}

std::optional<Rational> when(bool condition, std::int64_t value) {
  if (!condition) return std::nullopt;
  return Rational(value);
}

std::optional<Rational> fold_unary(Op op, const Rational& a) {
  switch (op) {
    case Op::Sqrt:
      return Rational::power(a, Rational(1, 2));
    case Op::Abs:
      return a.sign() < 0 ? -a : a;
    case Op::Exp:
      return when(a.is_zero(), 1);
    case Op::Ln:
      return when(a.is_one(), 0);
    case Op::Sin:
    case Op::Tan:
    case Op::Asin:
    case Op::Atan:
    case Op::Sinh:
    case Op::Tanh:
    case Op::Asinh:
    case Op::Atanh:
      return when(a.is_zero(), 0);
    case Op::Cos:
    case Op::Sec:
    case Op::Cosh:
    case Op::Sech:
      return when(a.is_zero(), 1);
    case Op::Acos:
    case Op::Asec:
    case Op::Acosh:
    case Op::Asech:
      return when(a.is_one(), 0);
    case Op::Factorial:
      return factorial(a);
    case Op::Gamma:
      return factorial(a - Rational(1));
    case Op::Floor:
      return a.floor();
    case Op::Ceil:
      return a.ceil();
    case Op::Sign:
      return Rational(a.sign());
    default:
      return std::nullopt;
  }
}

// The exponent e with base^e = a; found if both are small powers of one number.
std::optional<Rational> logarithm(const Rational& base, const Rational& a) {
  if (base.sign() <= 0 || base.is_one() || a.sign() <= 0) return std::nullopt;
  constexpr int kMaxExponent = 64;
  Rational power(1);
  for (int exponent = 0; exponent <= kMaxExponent && power.bits() <= a.bits() + base.bits();
       ++exponent) {
    if (power == a) return Rational(exponent);
    if (power == Rational(1) / a) return Rational(-exponent);
    power = power * base;
  }
  return std::nullopt;
}

std::optional<Rational> fold_binary(Op op, const Rational& a, const Rational& b) {
  switch (op) {
    case Op::Add:
      return within_limit(a + b);
    case Op::Subtract:
      return within_limit(a - b);
    case Op::Multiply:
      return within_limit(a * b);
    case Op::Divide:
      return b.is_zero() ? std::nullopt : within_limit(a / b);
    case Op::Power:
      return Rational::power(a, b);
    case Op::Log:
      return logarithm(a, b);
    case Op::Binomial:
      return binomial(a, b);
    case Op::Min:
      return a < b ? a : b;
    case Op::Max:
      return a < b ? b : a;
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<Rational> fold(Op op, std::span<const Rational* const> operands) {
  if (operands.size() == 1) return fold_unary(op, *operands[0]);
  if (operands.size() == 2) return fold_binary(op, *operands[0], *operands[1]);
  return std::nullopt;
}

}  // namespace noether::algebra
