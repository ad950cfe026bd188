// Lowering of circular and hyperbolic functions, their inverses, and the discrete functions.
#include "noether/algebra/normal/workspace.h"

namespace noether::algebra::normal {
namespace {

constexpr std::int64_t kMaxMultiple = 20;
constexpr std::int64_t kMaxFactorial = 60;

}  // namespace

Workspace::SinCos Workspace::sum_of_angles(const SinCos& a, const SinCos& b) {
  return {add({multiply(a.sin, b.cos), multiply(a.cos, b.sin)}),
          subtract({multiply(a.cos, b.cos), multiply(a.sin, b.sin)})};
}

Workspace::SinCos Workspace::multiple_of_angle(const SinCos& a, std::int64_t times) {
  SinCos result{number_expr(0), number_expr(1)};
  SinCos step = a;
  if (times < 0) step.sin = scale(-1, step.sin);
  for (std::int64_t k = times < 0 ? -times : times; k > 0; --k) {
    result = sum_of_angles(result, step);
  }
  return result;
}

// cos(asin u) = sqrt(1 - u^2) and cos(atan u) = 1/sqrt(1 + u^2) on all of the principal branches.
// The real part of half such an angle is within pi/4, so its cosine is the principal root of
// (1 + cos)/2, and is not 0.
std::optional<Workspace::SinCos> Workspace::angle_of_inverse(const Term& term) {
  if (!term.whole || term.atoms.size() != 1 || term.atoms[0].second != 1) return std::nullopt;
  const auto halves = (term.coefficient * 2).to_int();
  if (!halves || *halves > kMaxMultiple || *halves < -kMaxMultiple) return std::nullopt;
  const ExprId atom = term.atoms[0].first;
  const Op op = pool_->op(atom);
  if (op != Op::Asin && op != Op::Atan) return std::nullopt;
  const ExprId u = pool_->operand(atom, 0);
  const ExprId one = number_expr(1);
  const ExprId square = pool_->make(Op::Multiply, {u, u});
  const ExprId root =
      pool_->make(Op::Sqrt, {op == Op::Asin ? subtract(one, square) : add(one, square)});
  const ExprId cosine = op == Op::Asin ? root : divide(one, root);
  const ExprId sine = lower(op == Op::Asin ? u : divide(u, root));
  if (*halves % 2 == 0) return multiple_of_angle({sine, lower(cosine)}, *halves / 2);
  const ExprId half = number_expr(Rational(1, 2));
  const ExprId half_cosine = lower_power(scale(Rational(1, 2), add(one, cosine)), half);
  return multiple_of_angle({divide(sine, scale(2, half_cosine)), half_cosine}, *halves);
}

// Multiples of pi/12, pi/10 and pi/8 in the first quadrant.
std::optional<Workspace::SinCos> Workspace::exact_angle(const Rational& over_pi) {
  const ExprId half = number_expr(Rational(1, 2));
  const auto root = [&](ExprId of) { return lower_power(of, half); };
  const auto twelfths = (over_pi * 12).to_int();
  const auto tenths = (over_pi * 10).to_int();
  const auto eighths = (over_pi * 8).to_int();
  if (twelfths) {
    const ExprId two = root(number_expr(2));
    const ExprId three = root(number_expr(3));
    const ExprId small = scale(Rational(1, 4), multiply(two, subtract(three, number_expr(1))));
    const ExprId large = scale(Rational(1, 4), multiply(two, add(three, number_expr(1))));
    const SinCos exact[] = {{number_expr(0), number_expr(1)},
                            {small, large},
                            {half, scale(Rational(1, 2), three)},
                            {scale(Rational(1, 2), two), scale(Rational(1, 2), two)},
                            {scale(Rational(1, 2), three), half},
                            {large, small}};
    return exact[*twelfths];
  }
  if (tenths) {
    const ExprId five = root(number_expr(5));
    const ExprId small = scale(Rational(1, 4), subtract(five, number_expr(1)));
    const ExprId large = scale(Rational(1, 4), add(five, number_expr(1)));
    const ExprId written = scale(2, pool_->make(Op::Sqrt, {number_expr(5)}));
    const ExprId less = scale(Rational(1, 4), root(subtract(number_expr(10), written)));
    const ExprId more = scale(Rational(1, 4), root(add(number_expr(10), written)));
    const SinCos exact[] = {{number_expr(0), number_expr(1)},
                            {small, more},
                            {less, large},
                            {large, less},
                            {more, small}};
    return exact[*tenths];
  }
  if (eighths) {
    const ExprId two = pool_->make(Op::Sqrt, {number_expr(2)});
    const ExprId small = scale(Rational(1, 2), root(subtract(number_expr(2), two)));
    const ExprId large = scale(Rational(1, 2), root(add(number_expr(2), two)));
    return *eighths == 1 ? SinCos{small, large} : SinCos{large, small};
  }
  return std::nullopt;
}

// sin(a + b), sin(i b) = i sinh b and so on hold for all complex a, b.
Workspace::SinCos Workspace::lower_angle(ExprId angle) {
  const std::vector<Term> terms = canonical(angle).terms;
  SinCos result{number_expr(0), number_expr(1)};
  if (meter_->exceeded()) return result;
  std::vector<Term> plain;
  std::vector<Term> imaginary;
  for (const Term& term : terms) {
    if (term.imaginary) {
      imaginary.push_back(term);
      imaginary.back().imaginary = false;
    } else if (pool_->op(term.monomial) == Op::Pi) {
      // Quarter turns are split off; the remainder is in the first quadrant.
      const Rational quarters = (term.coefficient * 2).floor();
      const Rational left = term.coefficient - quarters / 2;
      const auto turn = (quarters - (quarters / 4).floor() * 4).to_int();
      SinCos part{number_expr(0), number_expr(1)};
      if (const auto exact = exact_angle(left)) {
        part = *exact;
      } else {
        plain.push_back(term);
        plain.back().coefficient = left;
      }
      for (std::int64_t i = 0; i < *turn; ++i) part = {part.cos, scale(-1, part.sin)};
      result = sum_of_angles(result, part);
    } else if (const auto closed = angle_of_inverse(term)) {
      result = sum_of_angles(result, *closed);
    } else {
      plain.push_back(term);
    }
    if (meter_->exceeded()) return result;
  }
  if (!plain.empty()) {
    const ExprId rest = canonical(sum_of(plain)).expression;
    if (meter_->exceeded()) return result;
    result = sum_of_angles(result, {pool_->make(Op::Sin, {rest}), pool_->make(Op::Cos, {rest})});
  }
  if (!imaginary.empty()) {
    const ExprId size = sum_of(imaginary);
    const ExprId up = lower_exp(size);
    const ExprId down = lower_exp(scale(-1, size));
    const ExprId sinh = scale(Rational(1, 2), subtract(up, down));
    const ExprId cosh = scale(Rational(1, 2), add(up, down));
    result = sum_of_angles(result, {multiply(pool_->leaf(Op::I), sinh), cosh});
  }
  return result;
}

ExprId Workspace::lower_trigonometric(Op op, ExprId argument) {
  const auto [sin, cos] = lower_angle(argument);
  switch (op) {
    case Op::Sin:
      return sin;
    case Op::Cos:
      return cos;
    case Op::Tan:
      return divide(sin, cos);
    case Op::Cot:
      return divide(cos, sin);
    case Op::Sec:
      return divide(number_expr(1), cos);
    default:
      return divide(number_expr(1), sin);
  }
}

ExprId Workspace::lower_hyperbolic(Op op, ExprId argument) {
  const ExprId up = lower_exp(argument);
  const ExprId down = lower_exp(scale(-1, argument));
  const ExprId sum = add(up, down);
  const ExprId difference = subtract(up, down);
  const ExprId two = number_expr(2);
  switch (op) {
    case Op::Sinh:
      return divide(difference, two);
    case Op::Cosh:
      return divide(sum, two);
    case Op::Tanh:
      return divide(difference, sum);
    case Op::Coth:
      return divide(sum, difference);
    case Op::Sech:
      return divide(two, sum);
    default:
      return divide(two, difference);
  }
}

ExprId Workspace::odd_function(Op op, ExprId argument) {
  const Canonical& c = canonical(argument);
  if (meter_->exceeded() || c.is_zero()) return number_expr(0);
  if (c.terms[0].coefficient.sign() > 0) return pool_->make(op, {c.expression});
  return scale(-1, pool_->make(op, {canonical(scale(-1, argument)).expression}));
}

// acos u = pi/2 - asin u, and the definitions by reciprocals, are true for the principal branches;
// acot is not odd at 0, and equals atan(1/u) only away from 0.
ExprId Workspace::lower_inverse(Op op, ExprId argument) {
  const ExprId half_pi = scale(Rational(1, 2), pool_->leaf(Op::Pi));
  const auto value = number(argument);
  if (meter_->exceeded()) return argument;
  const auto reciprocal = [&] { return pool_->make(Op::Divide, {number_expr(1), argument}); };
  switch (op) {
    case Op::Asin:
      if (value && *value == Rational(1)) return half_pi;
      if (value && *value == Rational(-1)) return scale(-1, half_pi);
      if (value && *value == Rational(1, 2)) return scale(Rational(1, 3), half_pi);
      if (value && *value == Rational(-1, 2)) return scale(Rational(-1, 3), half_pi);
      return odd_function(op, argument);
    case Op::Atan:
      if (value && *value == Rational(1)) return scale(Rational(1, 2), half_pi);
      if (value && *value == Rational(-1)) return scale(Rational(-1, 2), half_pi);
      return odd_function(op, argument);
    case Op::Asinh:
    case Op::Atanh:
      return odd_function(op, argument);
    case Op::Acos:
      return subtract(half_pi, lower_inverse(Op::Asin, argument));
    case Op::Acsc:
      return lower_inverse(Op::Asin, reciprocal());
    case Op::Asec:
      return subtract(half_pi, lower_inverse(Op::Asin, reciprocal()));
    case Op::Acsch:
      return lower_inverse(Op::Asinh, reciprocal());
    case Op::Asech:
      return lower_inverse(Op::Acosh, reciprocal());
    case Op::Acoth:
      return lower_inverse(Op::Atanh, reciprocal());
    case Op::Acosh:
      if (value && value->is_one()) return number_expr(0);
      return pool_->make(op, {canonical(argument).expression});
    default:  // acot
      if (signs_.nonzero(argument)) return lower_inverse(Op::Atan, reciprocal());
      return pool_->make(op, {canonical(argument).expression});
  }
}

ExprId Workspace::lower_discrete(ExprId id) {
  const Op op = pool_->op(id);
  const ExprId a = pool_->operand(id, 0);
  const ExprId one = number_expr(1);
  switch (op) {
    case Op::Factorial:
    case Op::Gamma: {
      const ExprId argument = op == Op::Gamma ? a : add(a, one);
      const auto value = number(argument);
      const auto whole = value ? value->to_int() : std::nullopt;
      if (whole && *whole > 0 && *whole <= kMaxFactorial) {
        Rational product(1);
        for (std::int64_t k = 2; k < *whole; ++k) product = product * Rational(k);
        return number_expr(product);
      }
      // gamma(1/2 + n) is a rational times sqrt(pi).
      const auto steps = value ? (*value - Rational(1, 2)).to_int() : std::nullopt;
      if (steps && *steps <= kMaxFactorial && *steps >= -kMaxFactorial) {
        Rational product(1);
        for (std::int64_t k = 0; k < *steps; ++k) product = product * Rational(2 * k + 1, 2);
        for (std::int64_t k = *steps; k < 0; ++k) product = product / Rational(2 * k + 1, 2);
        const ExprId pi = pool_->leaf(Op::Pi);
        return scale(product, lower_power(pi, number_expr(Rational(1, 2))));
      }
      return pool_->make(Op::Gamma, {canonical(argument).expression});
    }
    case Op::Binomial: {
      const auto k = number(pool_->operand(id, 1));
      const auto whole = k ? k->to_int() : std::nullopt;
      if (!whole || *whole < 0 || *whole > kMaxMultiple) return lower_opaque(id);
      ExprId product = one;
      for (std::int64_t j = 0; j < *whole; ++j) {
        product =
            multiply(product, scale(Rational(1, j + 1), subtract({lower(a), number_expr(j)})));
      }
      return product;
    }
    case Op::Floor: {  // floor(u + n) = floor(u) + n
      Combination c = combination_of(a);
      if (meter_->exceeded()) return id;
      const Rational constant = c.contains(one) ? c[one] : Rational(0);
      const Rational shift = constant.floor();
      c[one] = constant - shift;
      if (c.size() == 1) return number_expr(shift);
      const ExprId rest = canonical(sum_of(c)).expression;
      return add({number_expr(shift), pool_->make(Op::Floor, {rest})});
    }
    case Op::Ceil:  // ceil(u) = -floor(-u)
      return scale(-1, lower(pool_->make(Op::Floor, {scale(-1, a)})));
    case Op::Sign: {  // a positive factor is dropped, and -1 is extracted
      const Factored parts = factored(a);
      if (meter_->exceeded()) return id;
      ExprId rest = one;
      for (const Factored::Factor& f : parts.factors) {
        if (!f.positive) rest = multiply(rest, whole_power(f.expression, f.exponent));
      }
      const ExprId sign = number_expr(parts.content.sign());
      if (pool_->is_number(rest)) return sign;
      return multiply(sign, pool_->make(Op::Sign, {canonical(rest).expression}));
    }
    default: {  // min(a, b) = (a + b - |a - b|) / 2 for real numbers
      if (!is_real_field()) return lower_opaque(id);
      const ExprId b = pool_->operand(id, 1);
      const ExprId size = lower_abs(subtract(a, b));
      const ExprId both = add({lower(a), lower(b)});
      return scale(Rational(1, 2), op == Op::Min ? subtract(both, size) : add(both, size));
    }
  }
}

}  // namespace noether::algebra::normal
