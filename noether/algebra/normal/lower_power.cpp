// Lowering of powers.
//
// A power of a product is a product of powers only for nonnegative factors; the other factors stay
// together under one exponent, except in the cases below, where enough is known about their sign or
// argument.
#include "noether/algebra/normal/number_parts.h"
#include "noether/algebra/normal/workspace.h"

namespace noether::algebra::normal {

// Both must be canonical.
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
    const ExprId base = number_expr(prime);
    result = multiply(result, power_atom(base, canonical(scale(times, exponent)).expression));
  }
  return result;
}

// (u v)^e = u^e v^e for u >= 0: for real or complex v, ln(u v) = ln u + ln v if u > 0, and at u = 0
// both sides are 0 or undefined, whatever value v^e has.
ExprId Workspace::lower_power(ExprId base, ExprId exponent) {
  const Level level(*this);
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
      const auto by_conjugate = power_by_conjugate(inner, times);
      result = multiply(result, by_conjugate ? *by_conjugate : power_atom(inner, times));
    } else {
      rest.push_back(f);
    }
  }
  return multiply(result, power_of_rest(parts.content.sign(), std::move(rest), e));
}

// Two factors p and q of a product with p + q > 0: ln(p q) = ln p + ln q. Complex: the arguments of
// p and q have opposite signs, or one of them is 0, so their sum is again in (-pi, pi]. Real: where
// p q >= 0 both are >= 0. For a product with a minus sign, p and -q are tested.
bool Workspace::is_split_by_sum(int sign, std::vector<Factored::Factor>& rest) {
  if (rest.size() != 2 || rest[0].exponent != 1 || rest[1].exponent != 1) return false;
  const ExprId p = rest[0].expression;
  const ExprId q = rest[1].expression;
  if (sign > 0) return signs_.positive(canonical(add(p, q)).expression);
  for (const std::size_t negated : {std::size_t{0}, std::size_t{1}}) {
    const ExprId other = canonical(scale(-1, rest[negated].expression)).expression;
    if (!signs_.positive(canonical(add(rest[1 - negated].expression, other)).expression)) continue;
    rest[negated].expression = other;
    return true;
  }
  return false;
}

// Factors of unknown sign. Real field: for even k, x^k is |x|^k, which is not negative. If the
// product is x^k for a single odd k times such factors, then the whole is >= 0 only where x >= 0
// (or e is a whole number, and powers multiply).
ExprId Workspace::power_of_rest(int sign, std::vector<Factored::Factor> rest, ExprId e) {
  if (!is_real_field()) return complex_power_of_rest(sign, std::move(rest), e);
  if (rest.empty()) {
    return sign > 0 ? number_expr(1) : pool_->make(Op::Power, {number_expr(-1), e});
  }
  if (is_split_by_sum(sign, rest)) {
    return multiply({power_atom(rest[0].expression, e), power_atom(rest[1].expression, e)});
  }
  ExprId result = number_expr(1);
  ExprId together = number_expr(sign);
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

ExprId Workspace::power_of_unit(std::int64_t quarters, ExprId e) {
  const Rational over_pi(quarter_turn(quarters), 2);
  if (over_pi.is_zero()) return number_expr(1);
  const SinCos turn = lower_angle(multiply(scale(over_pi, pool_->leaf(Op::Pi)), e));
  return add(turn.cos, multiply(pool_->leaf(Op::I), turn.sin));
}

ExprId Workspace::complex_power_of_rest(int sign, std::vector<Factored::Factor> rest, ExprId e) {
  std::int64_t quarters = sign < 0 ? 2 : 0;  // i to this power is a factor
  for (const Factored::Factor& f : rest) {
    if (pool_->op(f.expression) == Op::I) quarters += f.exponent;
  }
  std::erase_if(rest, [&](const auto& f) { return pool_->op(f.expression) == Op::I; });
  if (rest.empty()) return power_of_unit(quarters, e);
  const int turn = quarter_turn(quarters);
  if (turn % 2 == 0 && is_split_by_sum(turn == 0 ? 1 : -1, rest)) {
    return multiply(
        {complex_power_of_rest(1, {rest[0]}, e), complex_power_of_rest(1, {rest[1]}, e)});
  }
  if (turn == 0 && rest.size() == 1 && rest[0].exponent == 1) {
    const ExprId base = rest[0].expression;
    if (pool_->op(base) == Op::Power && pool_->is_number(pool_->operand(base, 1))) {
      // (u^q)^e = u^(q e) for -1 < q <= 1: the argument of u^q is q times that of u.
      const Rational& q = pool_->value(pool_->operand(base, 1));
      if (Rational(-1) < q && q <= Rational(1)) {
        return lower_power(pool_->operand(base, 0), scale(q, e));
      }
    }
  }
  ExprId together = number_expr(1);
  if (turn != 0) together = turn == 2 ? number_expr(-1) : scale(turn, pool_->leaf(Op::I));
  for (const Factored::Factor& f : rest) {
    together = multiply(together, whole_power(f.expression, f.exponent));
  }
  const ExprId base = canonical(together).expression;
  if (const auto found = power_by_conjugate(base, e)) return *found;
  return power_atom(base, e);
}

// Expresses a power of one of two conjugates by that of the other, so that they do not count as
// independent. For z = a - i b, with real a and b, and a > 0 or b != 0: ln z + ln(a + i b) = ln(a^2
// + b^2). For numbers like 3 - sqrt(5) > 0: the product with 3 + sqrt(5) is a positive rational.
// And where a^2 - b^2 c = n^2, sqrt(a + b sqrt(c)) is sqrt((a + n)/2) +- sqrt((a - n)/2).
std::optional<ExprId> Workspace::power_by_conjugate(ExprId base, ExprId e) {
  const std::vector<Term> terms = canonical(base).terms;
  if (meter_->exceeded()) return std::nullopt;
  std::vector<Term> real;
  std::vector<Term> imaginary;
  for (const Term& term : terms) {
    if (!signs_.real(term.monomial)) return std::nullopt;
    (term.imaginary ? imaginary : real).push_back(term);
    if (term.imaginary) imaginary.back().imaginary = false;
  }
  if (!imaginary.empty()) {
    if (imaginary[0].coefficient.sign() > 0) return std::nullopt;
    const ExprId a = canonical(sum_of(real)).expression;
    const ExprId b = canonical(scale(-1, sum_of(imaginary))).expression;
    if (meter_->exceeded() || (!signs_.positive(a) && !signs_.nonzero(b))) return std::nullopt;
    const ExprId norm = add({pool_->make(Op::Multiply, {a, a}), pool_->make(Op::Multiply, {b, b})});
    const ExprId conjugate = canonical(add(a, multiply(pool_->leaf(Op::I), b))).expression;
    return multiply(
        {lower_power(norm, e), power_atom(conjugate, canonical(scale(-1, e)).expression)});
  }
  if (terms.size() != 2 || !signs_.positive(base)) return std::nullopt;
  const bool first = pool_->is_number(terms[0].monomial);
  if (!first && !pool_->is_number(terms[1].monomial)) return std::nullopt;
  const Rational a = terms[first ? 0 : 1].coefficient;
  const Term& root = terms[first ? 1 : 0];
  const auto square = number(pool_->make(Op::Multiply, {root.monomial, root.monomial}));
  if (!square) return std::nullopt;
  const Rational c = root.coefficient;
  const Rational norm = a * a - c * c * *square;
  if (norm.is_zero()) return std::nullopt;
  if (a.sign() < 0 || c.sign() < 0) {
    const ExprId other = add({number_expr(absolute(a)), scale(absolute(c), root.monomial)});
    return multiply({power_of_number(absolute(norm), e), lower_power(other, scale(-1, e))});
  }
  const auto n = Rational::power(norm, Rational(1, 2));
  const auto twice = number(scale(2, e));
  const auto whole = twice ? twice->to_int() : std::nullopt;
  if (!n || !whole) return std::nullopt;
  const ExprId half = number_expr(Rational(1, 2));
  return whole_power(
      add({power_of_number((a + *n) / 2, half), power_of_number((a - *n) / 2, half)}), *whole);
}

}  // namespace noether::algebra::normal
