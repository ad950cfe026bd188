// Lowering of exponentials, logarithms and absolute values.
#include "noether/algebra/normal/number_parts.h"
#include "noether/algebra/normal/workspace.h"

namespace noether::algebra::normal {

// exp(a + b) = exp(a) exp(b) always. exp(v ln u) = u^v: in the real field ln u requires u > 0; in
// the complex field it is the definition. exp(i a) = cos a + i sin a for every complex a.
ExprId Workspace::lower_exp(ExprId exponent) {
  const std::vector<Term> terms = canonical(exponent).terms;
  if (meter_->exceeded()) return exponent;
  ExprId result = number_expr(1);
  std::vector<Term> plain;
  std::vector<Term> turning;
  for (const Term& term : terms) {
    if (const auto closed = exp_of_inverse(term)) {
      result = multiply(result, *closed);
    } else if (term.imaginary) {
      turning.push_back(term);
      turning.back().imaginary = false;
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

// exp(v f(u)) for the functions f that are logarithms. By the definitions of the principal
// branches, atanh u = (ln(1 + u) - ln(1 - u))/2, i atan u = (ln(1 + i u) - ln(1 - i u))/2, asinh u
// = ln(u + sqrt(1 + u^2)), acosh u = ln(u + sqrt(u - 1) sqrt(u + 1)).
std::optional<ExprId> Workspace::exp_of_inverse(const Term& term) {
  if (!term.whole) return std::nullopt;
  ExprId function = kNoExpr;
  ExprId v = number_expr(term.coefficient);
  for (const auto& [atom, k] : term.atoms) {
    const Op op = pool_->op(atom);
    const bool logarithmic =
        term.imaginary ? op == Op::Atan && !is_real_field()
                       : op == Op::Ln || op == Op::Atanh || op == Op::Asinh || op == Op::Acosh;
    if (function == kNoExpr && k == 1 && logarithmic) {
      function = atom;
    } else {
      v = multiply(v, whole_power(atom, k));
    }
  }
  if (function == kNoExpr) return std::nullopt;
  const ExprId u = pool_->operand(function, 0);
  const ExprId one = number_expr(1);
  const ExprId half = scale(Rational(1, 2), v);
  const Op op = pool_->op(function);
  if (op == Op::Ln) return lower_power(u, v);
  if (op == Op::Atanh || op == Op::Atan) {
    const ExprId w = op == Op::Atan ? multiply(pool_->leaf(Op::I), u) : u;
    const ExprId above = lower_power(add(one, w), half);
    const ExprId under = subtract(one, w);
    return multiply(above, lower_power(under, scale(-1, half)));
  }
  const ExprId square = pool_->make(Op::Multiply, {u, u});
  ExprId root = pool_->make(Op::Sqrt, {add(one, square)});
  if (op == Op::Acosh) {
    root =
        multiply({pool_->make(Op::Sqrt, {subtract(u, one)}), pool_->make(Op::Sqrt, {add(u, one)})});
  }
  // The product of the two values u +- sqrt(...), up to sign, is 1, so negative powers are
  // unnecessary.
  const bool inverse = term.coefficient.sign() < 0;
  const ExprId sum = add(u, root);
  const ExprId difference = op == Op::Acosh ? subtract(u, root) : subtract(root, u);
  if (const auto times = number(v); times && times->is_integer()) {
    const auto size = absolute(*times).to_int();
    if (!meter_->check(size.has_value())) return std::nullopt;
    return whole_power(lower(inverse ? difference : sum), *size);
  }
  return lower_power(sum, v);
}

// ln(u v) = ln u + ln v for u >= 0, because ln requires u > 0. Other cases are as for powers.
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
          multiply({lower(pool_->operand(inner, 1)), lower_ln(pool_->operand(inner, 0))}));
    } else if (f.nonnegative) {
      put(f.exponent, pool_->make(Op::Ln, {inner}));
    } else {
      rest.push_back(f);
    }
  }
  const int sign = parts.content.sign();
  std::int64_t quarters = sign < 0 ? 2 : 0;
  for (const Factored::Factor& f : rest) {
    if (pool_->op(f.expression) == Op::I) quarters += f.exponent;
  }
  const int turn = quarter_turn(quarters);
  if (!is_real_field()) {
    std::erase_if(rest, [&](const auto& f) { return pool_->op(f.expression) == Op::I; });
  }
  if (rest.empty()) {
    if (sign < 0 && is_real_field()) {
      return add(result, pool_->make(Op::Ln, {number_expr(-1)}));
    }
    return add(result,
               scale(Rational(turn, 2), multiply({pool_->leaf(Op::I), pool_->leaf(Op::Pi)})));
  }
  if (turn % 2 == 0 && is_split_by_sum(turn == 0 ? 1 : -1, rest)) {
    put(1, pool_->make(Op::Ln, {rest[0].expression}));
    put(1, pool_->make(Op::Ln, {rest[1].expression}));
    return result;
  }
  ExprId together = number_expr(sign);
  if (!is_real_field()) {
    together = turn % 2 == 0 ? number_expr(turn == 0 ? 1 : -1) : scale(turn, pool_->leaf(Op::I));
  }
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
