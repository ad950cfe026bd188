#include "noether/algebra/simplify/closed_forms.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "noether/algebra/expression/differentiate.h"
#include "noether/algebra/simplify/usual_order.h"

namespace noether::algebra {
namespace {

constexpr int kMaxIntegrationDepth = 12;
constexpr std::size_t kMaxSteps = 300;
constexpr std::size_t kMaxSubstitutions = 12;

class Integrator {
 public:
  Integrator(Expressions& pool, normal::Normalizer& normalizer)
      : pool_(pool), normalizer_(normalizer) {}

  std::optional<ExprId> find(ExprId f, Head x, int depth) {
    if (depth <= 0 || ++steps_ > kMaxSteps) return std::nullopt;
    if (!depends(f, x)) return times(f, pool_.leaf(x));
    if (auto found = by_parts_of_expression(f, x, depth)) return found;
    if (auto found = from_table(f, x)) return found;
    if (auto found = by_terms(f, x, depth)) return found;
    if (auto found = integrate_fraction(pool_, normalizer_, f, x)) return found;
    if (auto found = by_parts(f, x, depth)) return found;
    return by_substitution(f, x, depth);
  }

  const std::vector<ExprId>& nonzero() const { return nonzero_; }

 private:
  bool depends(ExprId id, Head x) const {
    return std::ranges::any_of(subexpressions(pool_, id),
                               [&](ExprId part) { return pool_.head(part) == x; });
  }
  ExprId number(std::int64_t p, std::int64_t q = 1) { return pool_.number(Rational(p, q)); }
  ExprId times(ExprId a, ExprId b) { return pool_.make(Op::Multiply, {a, b}); }
  ExprId over(ExprId a, ExprId b) { return pool_.make(Op::Divide, {a, b}); }
  ExprId plus(ExprId a, ExprId b) { return pool_.make(Op::Add, {a, b}); }
  ExprId minus(ExprId a, ExprId b) { return pool_.make(Op::Subtract, {a, b}); }
  ExprId power(ExprId a, ExprId b) { return pool_.make(Op::Power, {a, b}); }
  ExprId times(OperandPair pair) { return times(pair.first, pair.second); }
  ExprId over(OperandPair pair) { return over(pair.first, pair.second); }
  ExprId plus(OperandPair pair) { return plus(pair.first, pair.second); }
  ExprId minus(OperandPair pair) { return minus(pair.first, pair.second); }
  ExprId power(OperandPair pair) { return power(pair.first, pair.second); }
  ExprId of(Op op, ExprId a) { return pool_.make(op, {a}); }
  ExprId ln_abs(ExprId a) { return of(Op::Ln, of(Op::Abs, a)); }
  ExprId tidy(ExprId id) {
    return in_usual_order(pool_, normalizer_.to_expression(id).value_or(id));
  }

  // Handles sums and multiples as written.
  std::optional<ExprId> by_parts_of_expression(ExprId f, Head x, int depth) {
    const Op op = pool_.op(f);
    if (op == Op::Add || op == Op::Subtract) {
      const ExprId u = pool_.operand(f, 0);
      const ExprId v = pool_.operand(f, 1);
      const auto first = find(u, x, depth - 1);
      if (!first) return std::nullopt;
      const auto second = find(v, x, depth - 1);
      if (!second) return std::nullopt;
      return pool_.make(op, {*first, *second});
    }
    if (op == Op::Multiply) {
      for (const std::size_t constant : {0U, 1U}) {
        const ExprId c = pool_.operand(f, constant);
        if (depends(c, x)) continue;
        const auto rest = find(pool_.operand(f, 1 - constant), x, depth - 1);
        if (rest) return times(c, *rest);
        return std::nullopt;
      }
    }
    if (op == Op::Divide) {
      const ExprId u = pool_.operand(f, 0);
      const ExprId v = pool_.operand(f, 1);
      if (!depends(v, x)) {
        const auto rest = find(u, x, depth - 1);
        if (rest) return over(*rest, v);
        return std::nullopt;
      }
      if (!depends(u, x) && pool_.head(u) != Vocabulary::kOne) {
        const auto rest = find(over(number(1), v), x, depth - 1);
        if (rest) return times(u, *rest);
      }
    }
    return std::nullopt;
  }

  // The a of a x + b, if u has this form and a is not 0.
  std::optional<ExprId> slope(ExprId u, Head x) {
    if (!depends(u, x)) return std::nullopt;
    const auto a = normalizer_.to_expression(differentiate(pool_, u, x));
    if (!a || depends(*a, x) || is_zero(*a)) return std::nullopt;
    return a;
  }
  bool is_zero(ExprId id) const { return pool_.is_number(id) && pool_.value(id).is_zero(); }

  // f(a x + b) for a known f; records the conditions on a.
  std::optional<ExprId> from_table(ExprId f, Head x) {
    const auto operands = pool_.operands(f);
    if (pool_.head(f) == x) return over({power(f, number(2)), number(2)});
    if (operands.size() == 1) {
      const ExprId u = operands[0];
      const auto a = slope(u, x);
      if (!a) return std::nullopt;
      if (const auto whole = of_linear(pool_.op(f), u)) return divided(*whole, *a);
      return std::nullopt;
    }
    if (pool_.op(f) == Op::Power) return of_power(f, x);
    if (pool_.op(f) == Op::Divide && pool_.head(operands[0]) == Vocabulary::kOne) {
      const ExprId below = operands[1];
      if (pool_.op(below) == Op::Sqrt) {
        const ExprId u = pool_.operand(below, 0);
        if (const auto a = slope(u, x)) return divided(times(number(2), below), *a);
        return inverse_root(u, x);
      }
      if (pool_.op(below) == Op::Power && !depends(pool_.operand(below, 1), x)) {
        const ExprId exponent = pool_.make(Op::Multiply, {number(-1), pool_.operand(below, 1)});
        return of_power(power(pool_.operand(below, 0), in_usual_order(pool_, exponent)), x);
      }
      if (const auto a = slope(below, x)) return divided(ln_abs(below), *a);
      if (pool_.op(below) == Op::Exp) {
        return from_table(of(Op::Exp, in_usual_order(pool_, pool_.negate(pool_.operand(below, 0)))),
                          x);
      }
      if (pool_.op(below) == Op::Cos) return from_table(of(Op::Sec, pool_.operand(below, 0)), x);
      if (pool_.op(below) == Op::Sin) return from_table(of(Op::Csc, pool_.operand(below, 0)), x);
    }
    return std::nullopt;
  }

  ExprId divided(ExprId whole, ExprId a) {
    if (!pool_.is_number(a)) nonzero_.push_back(a);
    if (pool_.head(a) == Vocabulary::kOne) return whole;
    return over(whole, a);
  }

  std::optional<ExprId> of_linear(Op op, ExprId u) {
    switch (op) {
      case Op::Sqrt:
        return over({times({number(2), power(u, number(3, 2))}), number(3)});
      case Op::Exp:
        return of(Op::Exp, u);
      case Op::Ln:
        return minus(times(u, of(Op::Ln, u)), u);
      case Op::Sin:
        return pool_.negate(of(Op::Cos, u));
      case Op::Cos:
        return of(Op::Sin, u);
      case Op::Tan:
        return pool_.negate(ln_abs(of(Op::Cos, u)));
      case Op::Cot:
        return ln_abs(of(Op::Sin, u));
      case Op::Sec:
        return ln_abs(plus({of(Op::Sec, u), of(Op::Tan, u)}));
      case Op::Csc:
        return ln_abs(minus({of(Op::Csc, u), of(Op::Cot, u)}));
      case Op::Sinh:
        return of(Op::Cosh, u);
      case Op::Cosh:
        return of(Op::Sinh, u);
      case Op::Tanh:
        return of(Op::Ln, of(Op::Cosh, u));
      case Op::Asin:
        return plus(
            {times(u, of(Op::Asin, u)), of(Op::Sqrt, minus({number(1), power(u, number(2))}))});
      case Op::Atan:
        return minus({times(u, of(Op::Atan, u)),
                      over({of(Op::Ln, plus({power(u, number(2)), number(1)})), number(2)})});
      case Op::Abs:
        return over({times(u, of(Op::Abs, u)), number(2)});
      default:
        return std::nullopt;
    }
  }

  std::optional<ExprId> of_power(ExprId f, Head x) {
    const ExprId base = pool_.operand(f, 0);
    const ExprId exponent = pool_.operand(f, 1);
    if (!depends(exponent, x)) {
      if (const auto a = slope(base, x)) {
        if (pool_.is_number(exponent) && pool_.value(exponent) == Rational(-1)) {
          return divided(ln_abs(base), *a);
        }
        const ExprId next = in_usual_order(pool_, plus(exponent, number(1)));
        if (!pool_.is_number(next)) nonzero_.push_back(next);
        return divided(over(power(base, next), next), *a);
      }
      if (pool_.is_number(exponent) && pool_.operands(base).size() == 1) {
        return square_of_function(base, pool_.value(exponent), x);
      }
      return std::nullopt;
    }
    if (depends(base, x)) return std::nullopt;
    const auto a = slope(exponent, x);
    if (!a) return std::nullopt;
    if (pool_.op(base) == Op::E) return divided(f, *a);
    const bool fits =
        pool_.is_number(base) && pool_.value(base).sign() > 0 && !pool_.value(base).is_one();
    if (!fits) return std::nullopt;
    return divided(over(f, of(Op::Ln, base)), *a);
  }

  std::optional<ExprId> square_of_function(ExprId function, const Rational& exponent, Head x) {
    const ExprId u = pool_.operand(function, 0);
    const auto a = slope(u, x);
    if (!a) return std::nullopt;
    const auto half = [&](bool minus_sign) {
      const ExprId wave = over({of(Op::Sin, times(number(2), u)), number(4)});
      const ExprId line = over(u, number(2));
      return divided(minus_sign ? minus(line, wave) : plus(line, wave), *a);
    };
    if (exponent == Rational(2)) {
      switch (pool_.op(function)) {
        case Op::Sin:
          return half(true);
        case Op::Cos:
          return half(false);
        case Op::Sec:
          return divided(of(Op::Tan, u), *a);
        case Op::Csc:
          return divided(pool_.negate(of(Op::Cot, u)), *a);
        case Op::Tan:
          return divided(minus(of(Op::Tan, u), u), *a);
        default:
          return std::nullopt;
      }
    }
    if (exponent == Rational(-2)) {
      if (pool_.op(function) == Op::Cos) return divided(of(Op::Tan, u), *a);
      if (pool_.op(function) == Op::Sin) return divided(pool_.negate(of(Op::Cot, u)), *a);
    }
    return std::nullopt;
  }

  // 1/\sqrt{c - b x^2} and 1/\sqrt{c + b x^2}
  std::optional<ExprId> inverse_root(ExprId under, Head x) {
    const auto coefficients = polynomial_coefficients(pool_, normalizer_, under, x);
    if (!coefficients || coefficients->size() != 3 || !(*coefficients)[1].is_zero()) {
      return std::nullopt;
    }
    const Rational& c = (*coefficients)[0];
    const Rational& b = (*coefficients)[2];
    if (c.sign() <= 0) return std::nullopt;
    const Rational size = b.sign() < 0 ? -b : b;
    const ExprId scaled = times({of(Op::Sqrt, pool_.number(size / c)), pool_.leaf(x)});
    const Op op = b.sign() < 0 ? Op::Asin : Op::Asinh;
    return over({of(op, tidy(scaled)), of(Op::Sqrt, pool_.number(size))});
  }

  // Integrates the expanded form.
  std::optional<ExprId> by_terms(ExprId f, Head x, int depth) {
    const auto form = normalizer_.normalize(f);
    if (!form || form->expression == f) return std::nullopt;
    const Op op = pool_.op(form->expression);
    if (op != Op::Add && op != Op::Subtract && pool_.op(f) == op) return std::nullopt;
    // An expression that was already a sum has been tried.
    if (!seen_.insert(form->expression).second) return std::nullopt;
    return find(form->expression, x, depth - 1);
  }

  // P(x) g(x) for a polynomial P.
  std::optional<ExprId> by_parts(ExprId f, Head x, int depth) {
    if (pool_.op(f) != Op::Multiply) return std::nullopt;
    std::vector<ExprId> factors{f};
    for (std::size_t i = 0; i < factors.size();) {
      if (pool_.op(factors[i]) != Op::Multiply) {
        ++i;
        continue;
      }
      const ExprId product = factors[i];
      factors[i] = pool_.operand(product, 0);
      factors.push_back(pool_.operand(product, 1));
    }
    ExprId polynomial = number(1);
    std::vector<ExprId> others;
    for (const ExprId factor : factors) {
      if (polynomial_coefficients(pool_, normalizer_, factor, x)) {
        polynomial = times(polynomial, factor);
      } else {
        others.push_back(factor);
      }
    }
    if (others.size() != 1 || !depends(polynomial, x)) return std::nullopt;
    const ExprId g = others[0];
    const Op op = pool_.op(g);
    const bool shrinks = op == Op::Exp || op == Op::Sin || op == Op::Cos || op == Op::Sinh ||
                         op == Op::Cosh || op == Op::Power;
    const bool simplifies = op == Op::Ln || op == Op::Atan;
    if (shrinks) {
      const auto inner = from_table(g, x);
      if (!inner) return std::nullopt;
      const ExprId slope = tidy(differentiate(pool_, polynomial, x));
      const auto rest = find(tidy(times(slope, *inner)), x, depth - 1);
      if (!rest) return std::nullopt;
      return minus(times(polynomial, *inner), *rest);
    }
    if (!simplifies) return std::nullopt;
    const auto outer = find(polynomial, x, depth - 1);
    if (!outer) return std::nullopt;
    const auto rest = find(tidy(times({tidy(*outer), differentiate(pool_, g, x)})), x, depth - 1);
    if (!rest) return std::nullopt;
    return minus(times(*outer, g), *rest);
  }

  // f = h(g(x)) g'(x), up to a constant.
  std::optional<ExprId> by_substitution(ExprId f, Head x, int depth) {
    std::vector<ExprId> inner;
    for (const ExprId id : subexpressions(pool_, f)) {
      for (const ExprId operand : pool_.operands(id)) {
        const bool fits = depends(operand, x) && pool_.head(operand) != x && operand != f;
        if (fits && std::ranges::find(inner, operand) == inner.end()) inner.push_back(operand);
      }
    }
    std::ranges::reverse(inner);
    if (inner.size() > kMaxSubstitutions) inner.resize(kMaxSubstitutions);
    const Head u = pool_.vocabulary().variable("\x03" + std::to_string(depth));
    for (const ExprId g : inner) {
      const ExprId slope = differentiate(pool_, g, x);
      const auto quotient = normalizer_.to_expression(over(f, slope));
      if (!quotient) continue;
      const ExprId canonical = normalizer_.to_expression(g).value_or(g);
      for (const ExprId form : {*quotient, in_usual_order(pool_, *quotient)}) {
        ExprId h = replaced(form, canonical, u);
        h = replaced(h, in_usual_order(pool_, canonical), u);
        h = replaced(h, g, u);
        if (depends(h, x) || h == form) continue;
        const auto outer = find(h, u, depth / 2);
        if (!outer) continue;
        const ExprId whole = substitute(pool_, *outer, u, g);
        if (confirmed(whole, f, x)) return whole;
      }
    }
    return std::nullopt;
  }

  ExprId replaced(ExprId root, ExprId part, Head by) {
    if (pool_.is_number(part)) return root;
    const ExprId leaf = pool_.leaf(by);
    std::vector<std::pair<ExprId, ExprId>> image;
    std::vector<ExprId> operands;
    const auto of_image = [&](ExprId id) {
      return std::ranges::find(image, id, &std::pair<ExprId, ExprId>::first)->second;
    };
    for (const ExprId id : subexpressions(pool_, root)) {
      operands.clear();
      for (const ExprId operand : pool_.operands(id)) operands.push_back(of_image(operand));
      image.emplace_back(id, id == part ? leaf : pool_.make(pool_.head(id), operands));
    }
    return of_image(root);
  }

 public:
  bool confirmed(ExprId whole, ExprId f, Head x) {
    const ExprId back = eliminate_derivatives(pool_, differentiate(pool_, whole, x));
    return normalizer_.equal(back, f).value_or(false);
  }

 private:
  Expressions& pool_;
  normal::Normalizer& normalizer_;
  std::vector<ExprId> nonzero_;
  std::set<ExprId> seen_;
  std::size_t steps_ = 0;
};

}  // namespace

std::optional<Antiderivative> find_antiderivative(Expressions& pool, normal::Normalizer& normalizer,
                                                  ExprId integrand, Head variable) {
  Integrator integrator(pool, normalizer);
  const auto found = integrator.find(integrand, variable, kMaxIntegrationDepth);
  if (!found || !integrator.confirmed(*found, integrand, variable)) return std::nullopt;
  return Antiderivative{*found, integrator.nonzero()};
}

}  // namespace noether::algebra
