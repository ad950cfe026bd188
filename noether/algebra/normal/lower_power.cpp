// Lowering of powers, exponentials, logarithms and absolute values.
//
// All of them turn products into products or sums, but only for factors that are not negative, or
// whose sign the operator forgets; the rest stays together under one operator.
#include <flint/fmpz.h>
#include <flint/fmpz_factor.h>

#include "noether/algebra/normal/workspace.h"

namespace noether::algebra::normal {
namespace {

constexpr std::uint64_t kMaxFactoredBits = 64;
constexpr std::int64_t kMaxMultiple = 20;

// The primes of a positive rational and their exponents; what is too long to factor stays whole.
std::vector<std::pair<Rational, std::int64_t>> primes_of(const Rational& value) {
  std::vector<std::pair<Rational, std::int64_t>> primes;
  const auto add = [&](const fmpz* n, std::int64_t sign) {
    if (fmpz_is_one(n)) return;
    if (fmpz_bits(n) > kMaxFactoredBits) {
      Rational whole;
      fmpz_set(fmpq_numref(whole.raw()), n);
      primes.emplace_back(whole, sign);
      return;
    }
    fmpz_factor_t found;
    fmpz_factor_init(found);
    fmpz_factor(found, n);
    for (slong i = 0; i < found->num; ++i) {
      Rational prime;
      fmpz_set(fmpq_numref(prime.raw()), found->p + i);
      primes.emplace_back(prime, sign * static_cast<std::int64_t>(found->exp[i]));
    }
    fmpz_factor_clear(found);
  };
  add(fmpq_numref(value.raw()), 1);
  add(fmpq_denref(value.raw()), -1);
  return primes;
}

Rational absolute(const Rational& value) { return value.sign() < 0 ? -value : value; }

}  // namespace

// `base` and `exponent` are canonical.
ExprId Workspace::power_atom(ExprId base, ExprId exponent) {
  if (pool_->is_number(exponent) && pool_->value(exponent).is_integer()) {
    const auto whole = pool_->value(exponent).to_int();
    if (!meter_->check(whole.has_value())) return base;
    return *whole == 0 ? number_expr(1) : whole_power(lower(base), *whole);
  }
  return pool_->make(Op::Power, {base, exponent});
}

ExprId Workspace::power_of_number(const Rational& positive, ExprId exponent) {
  ExprId result = number_expr(1);
  for (const auto& [prime, times] : primes_of(positive)) {
    result = multiply(result,
                      power_atom(number_expr(prime), canonical(scale(times, exponent)).expression));
  }
  return result;
}

// (u v)^e = u^e v^e for u >= 0: real or complex v, ln(u v) = ln u + ln v for u > 0, and at u = 0
// both are 0 or undefined, whatever value is given to v^e.
ExprId Workspace::lower_power(ExprId base, ExprId exponent) {
  const auto whole = number(exponent);
  if (meter_->exceeded()) return base;
  if (whole && whole->is_integer()) {
    if (!meter_->check(whole->to_int().has_value())) return base;
    return pool_->make(Op::Power, {lower(base), number_expr(*whole)});
  }
  const Factored parts = factored(base);
  const ExprId e = canonical(exponent).expression;
  if (!meter_->check(!meter_->exceeded() && !parts.content.is_zero())) return base;
  ExprId result = power_of_number(absolute(parts.content), e);
  std::vector<Factored::Factor> rest;
  for (const Factored::Factor& f : parts.factors) {
    const ExprId times = canonical(scale(f.exponent, e)).expression;
    if (meter_->exceeded()) return base;
    const ExprId inner = f.expression;
    if (pool_->op(inner) == Op::Exp && signs_.real(pool_->operand(inner, 0))) {
      result = multiply(result, lower_exp(multiply(pool_->operand(inner, 0), times)));
    } else if (pool_->op(inner) == Op::Power && f.nonnegative &&
               signs_.nonnegative(pool_->operand(inner, 0))) {
      // (u^t)^e = u^(t e) for u >= 0 and real t.
      result = multiply(
          result, lower_power(pool_->operand(inner, 0), multiply(pool_->operand(inner, 1), times)));
    } else if (f.nonnegative) {
      result = multiply(result, power_atom(inner, times));
    } else {
      rest.push_back(f);
    }
  }
  return multiply(result, power_of_rest(parts.content.sign(), std::move(rest), e));
}

// Factors of unknown sign. Real field: x^k is |x|^k for even k, which is not negative; and when the
// product of all is x^k for one odd k times such, then the whole is >= 0 only where x >= 0 (or e is
// a whole number, and powers multiply).
ExprId Workspace::power_of_rest(int sign, std::vector<Factored::Factor> rest, ExprId e) {
  if (rest.empty()) {
    if (sign > 0) return number_expr(1);
    if (is_real_field()) return pool_->make(Op::Power, {number_expr(-1), e});
    const SinCos turn = lower_angle(multiply(pool_->leaf(Op::Pi), e));  // (-1)^e = exp(i pi e)
    return add(turn.cos, multiply(pool_->leaf(Op::I), turn.sin));
  }
  ExprId result = number_expr(1);
  ExprId together = number_expr(sign);
  if (!is_real_field()) {
    for (const Factored::Factor& f : rest) {
      together = multiply(together, whole_power(f.expression, f.exponent));
    }
    return power_atom(canonical(together).expression, e);
  }
  std::size_t odd = 0;
  for (const Factored::Factor& f : rest) odd += f.exponent % 2 != 0 ? 1 : 0;
  for (const Factored::Factor& f : rest) {
    const ExprId times = canonical(scale(f.exponent, e)).expression;
    const ExprId size = pool_->make(Op::Abs, {f.expression});
    if (f.exponent % 2 == 0) {
      result = multiply(result, power_atom(size, times));
    } else if (odd == 1 && sign > 0) {
      result = multiply(result, power_atom(f.expression, times));
    } else {
      result = multiply(result, power_atom(size, canonical(scale(f.exponent - 1, e)).expression));
      together = multiply(together, f.expression);
    }
  }
  if (odd == 0 && sign < 0) return multiply(result, pool_->make(Op::Power, {together, e}));
  if (pool_->is_number(together)) return result;
  return multiply(result, power_atom(canonical(together).expression, e));
}

// exp(a + b) = exp(a) exp(b) always. exp(v ln u) = u^v: real, ln u asks for u > 0; complex, it is
// the definition. exp(i a) = cos a + i sin a for every complex a.
ExprId Workspace::lower_exp(ExprId exponent) {
  const std::vector<Term> terms = canonical(exponent).terms;
  if (meter_->exceeded()) return exponent;
  ExprId result = number_expr(1);
  std::vector<Term> plain;
  std::vector<Term> turning;
  for (const Term& term : terms) {
    if (term.imaginary) {
      turning.push_back(term);
      turning.back().imaginary = false;
      continue;
    }
    ExprId logarithm = kNoExpr;
    ExprId others = number_expr(term.coefficient);
    for (const auto& [atom, k] : term.atoms) {
      if (logarithm == kNoExpr && k == 1 && pool_->op(atom) == Op::Ln) {
        logarithm = atom;
      } else {
        others = multiply(others, whole_power(atom, k));
      }
    }
    if (term.whole && logarithm != kNoExpr) {
      result = multiply(result, lower_power(pool_->operand(logarithm, 0), others));
    } else if (const auto closed = exp_of_inverse(term)) {
      result = multiply(result, *closed);
    } else {
      plain.push_back(term);
    }
    if (meter_->exceeded()) return exponent;
  }
  if (!plain.empty()) {
    result = multiply(result, pool_->make(Op::Exp, {canonical(sum_of(plain)).expression}));
  }
  if (!turning.empty()) {
    const SinCos turn = lower_angle(sum_of(turning));
    result = multiply(result, add(turn.cos, multiply(pool_->leaf(Op::I), turn.sin)));
  }
  return result;
}

// exp(n asinh u), exp(n acosh u), exp(n atanh u) for whole n; true on all principal branches.
std::optional<ExprId> Workspace::exp_of_inverse(const Term& term) {
  if (!term.whole || term.atoms.size() != 1 || term.atoms[0].second != 1) return std::nullopt;
  const auto times = term.coefficient.to_int();
  if (!times || *times > kMaxMultiple || *times < -kMaxMultiple) return std::nullopt;
  const ExprId atom = term.atoms[0].first;
  const Op op = pool_->op(atom);
  if (op != Op::Asinh && op != Op::Acosh && op != Op::Atanh) return std::nullopt;
  const ExprId u = pool_->operand(atom, 0);
  const ExprId one = number_expr(1);
  const ExprId half = number_expr(Rational(1, 2));
  const ExprId square = pool_->make(Op::Multiply, {u, u});
  const std::int64_t size = *times < 0 ? -*times : *times;
  const auto signed_sum = [&](ExprId a, ExprId b) {
    return *times < 0 ? subtract(a, b) : add(a, b);
  };
  ExprId value = one;
  if (op == Op::Asinh) {  // sqrt(1 + u^2) +- u
    value = signed_sum(lower_power(add(one, square), half), lower(u));
  } else if (op == Op::Acosh) {
    value = signed_sum(
        lower(u), multiply(lower_power(subtract(u, one), half), lower_power(add(u, one), half)));
  } else {  // (1 +- u) / sqrt(1 - u^2)
    value = divide(signed_sum(one, lower(u)), lower_power(subtract(one, square), half));
  }
  return whole_power(value, size);
}

// ln(u v) = ln u + ln v for u >= 0, which ln asks to be > 0. The rest as for powers.
ExprId Workspace::lower_ln(ExprId argument) {
  const Factored parts = factored(argument);
  if (!meter_->check(!meter_->exceeded() && !parts.content.is_zero())) return argument;
  ExprId result = number_expr(0);
  const auto put = [&](const Rational& times, ExprId value) {
    result = add(result, scale(times, value));
  };
  for (const auto& [prime, times] : primes_of(absolute(parts.content))) {
    put(times, pool_->make(Op::Ln, {number_expr(prime)}));
  }
  std::vector<Factored::Factor> rest;
  for (const Factored::Factor& f : parts.factors) {
    const ExprId inner = f.expression;
    if (pool_->op(inner) == Op::Exp && signs_.real(pool_->operand(inner, 0))) {
      put(f.exponent, lower(pool_->operand(inner, 0)));
    } else if (pool_->op(inner) == Op::Power && f.nonnegative &&
               signs_.nonnegative(pool_->operand(inner, 0))) {
      put(f.exponent,
          multiply(lower(pool_->operand(inner, 1)), lower_ln(pool_->operand(inner, 0))));
    } else if (f.nonnegative) {
      put(f.exponent, pool_->make(Op::Ln, {inner}));
    } else {
      rest.push_back(f);
    }
  }
  const int sign = parts.content.sign();
  if (rest.empty()) {
    if (sign > 0) return result;
    if (is_real_field()) return add(result, pool_->make(Op::Ln, {number_expr(-1)}));
    return add(result, multiply(pool_->leaf(Op::I), pool_->leaf(Op::Pi)));
  }
  ExprId together = number_expr(sign);
  std::size_t odd = 0;
  for (const Factored::Factor& f : rest) odd += f.exponent % 2 != 0 ? 1 : 0;
  for (const Factored::Factor& f : rest) {
    if (!is_real_field()) {
      together = multiply(together, whole_power(f.expression, f.exponent));
      continue;
    }
    const ExprId size = pool_->make(Op::Ln, {pool_->make(Op::Abs, {f.expression})});
    if (f.exponent % 2 == 0) {
      put(f.exponent, size);
    } else if (odd == 1 && sign > 0) {
      put(f.exponent, pool_->make(Op::Ln, {f.expression}));
    } else {
      put(f.exponent - 1, size);
      together = multiply(together, f.expression);
    }
  }
  const ExprId joint = canonical(together).expression;
  if (pool_->head(joint) == Vocabulary::kOne) return result;
  return add(result, pool_->make(Op::Ln, {joint}));
}

// |u v| = |u| |v|; in the real field |u|^2 = u^2.
ExprId Workspace::lower_abs(ExprId argument) {
  const Factored parts = factored(argument);
  if (meter_->exceeded()) return argument;
  ExprId result = number_expr(absolute(parts.content));
  for (const Factored::Factor& f : parts.factors) {
    const bool forgotten = is_real_field() && f.exponent % 2 == 0;
    if (pool_->op(f.expression) == Op::I) continue;
    const ExprId size =
        f.nonnegative || forgotten ? lower(f.expression) : pool_->make(Op::Abs, {f.expression});
    result = multiply(result, whole_power(size, f.exponent));
  }
  return result;
}

}  // namespace noether::algebra::normal
