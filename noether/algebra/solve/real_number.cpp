#include "noether/algebra/solve/real_number.h"

#include <acb.h>
#include <arb_fmpz_poly.h>
#include <flint/fmpz_factor.h>
#include <flint/fmpz_poly.h>
#include <flint/fmpz_poly_factor.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "noether/algebra/notation/write_expression.h"
#include "noether/algebra/numeric/compare.h"
#include "noether/algebra/solve/number_words.h"

namespace noether::algebra {
namespace {

constexpr slong kMaxFactoredDegree = 30;  // factoring cannot be interrupted
constexpr std::size_t kMostFactoredBits = 96;
constexpr int kRootDigits = 8;

class Arb {
 public:
  Arb() { arb_init(value_); }
  ~Arb() { arb_clear(value_); }
  Arb(const Arb&) = delete;
  Arb& operator=(const Arb&) = delete;
  arb_ptr raw() { return value_; }
  operator arb_ptr() { return value_; }  // NOLINT: as Arb's own type does

 private:
  arb_t value_;
};

class IntegerPolynomial {
 public:
  IntegerPolynomial() { fmpz_poly_init(value_); }
  explicit IntegerPolynomial(const RationalPolynomial& p) : IntegerPolynomial() {
    fmpq_poly_get_numerator(value_, p.raw());
  }
  ~IntegerPolynomial() { fmpz_poly_clear(value_); }
  IntegerPolynomial(const IntegerPolynomial&) = delete;
  IntegerPolynomial& operator=(const IntegerPolynomial&) = delete;
  fmpz_poly_struct* raw() { return value_; }

 private:
  fmpz_poly_t value_;
};

// The polynomial must be irreducible, so that all of its roots are simple.
bool enclose_root(const RationalPolynomial& polynomial, int index, slong bits, arb_t ball) {
  IntegerPolynomial p(polynomial);
  const slong degree = fmpz_poly_degree(p.raw());
  acb_ptr roots = _acb_vec_init(degree);
  arb_fmpz_poly_complex_roots(roots, p.raw(), 0, bits);
  std::vector<slong> real;
  for (slong i = 0; i < degree; ++i) {
    if (acb_is_real(roots + i) != 0) real.push_back(i);
  }
  std::ranges::sort(real, [&](slong a, slong b) {
    return arf_cmp(arb_midref(acb_realref(roots + a)), arb_midref(acb_realref(roots + b))) < 0;
  });
  const bool found = index < static_cast<int>(real.size());
  if (found) arb_set(ball, acb_realref(roots + real[static_cast<std::size_t>(index)]));
  _acb_vec_clear(roots, degree);
  return found;
}

// n as s^2 d, where d has no small square factor.
void split_square(const Rational& n, Rational& s, Rational& d) {
  s = Rational(1);
  d = n;
  if (n.bits() > kMostFactoredBits) return;
  fmpz_factor_t factors;
  fmpz_factor_init(factors);
  fmpz_factor(factors, fmpq_numref(n.raw()));
  for (slong i = 0; i < factors->num; ++i) {
    for (ulong k = 2; k <= factors->exp[i]; k += 2) {
      Rational prime;
      fmpz_set(fmpq_numref(prime.raw()), factors->p + i);
      s = s * prime;
      d = d / (prime * prime);
    }
  }
  fmpz_factor_clear(factors);
}

}  // namespace

ExprId RealNumbers::shortened(ExprId constant) {
  if (pool_.is_number(constant)) return constant;
  const auto form = normalizer_.normalize(constant);
  if (form && pool_.is_number(form->expression)) return form->expression;
  // Normal forms may have values where the expression has none; the expression must have one.
  if (!form || tree_size(pool_, form->expression, 1000) >= tree_size(pool_, constant, 1000)) {
    return constant;
  }
  return form->expression;
}

bool RealNumbers::enclose(const RealNumber& number, slong bits, arb_t ball) {
  if (number.expression == kNoExpr) {
    return enclose_root(*number.polynomial, number.index, bits, ball);
  }
  if (pool_.is_number(number.expression)) {
    arb_set_fmpq(ball, pool_.value(number.expression).raw(), bits);
    return true;
  }
  BallEvaluator evaluator(pool_, {number.expression});
  evaluator.evaluate({}, Field::Real, bits, deadline_);
  if (!evaluator.value().defined()) return false;
  arb_set(ball, evaluator.value().ball.real());
  return arb_is_finite(ball) != 0;
}

Order RealNumbers::compare(const RealNumber& a, const RealNumber& b) {
  const bool roots = a.expression == kNoExpr && b.expression == kNoExpr;
  if (a.expression == b.expression && !roots) return Order::Equal;
  if (roots && fmpq_poly_equal(a.polynomial->raw(), b.polynomial->raw()) != 0) {
    return a.index < b.index ? Order::Less : a.index == b.index ? Order::Equal : Order::Greater;
  }
  for (const slong bits : kRootPrecisions) {
    Arb left;
    Arb right;
    if (!enclose(a, bits, left) || !enclose(b, bits, right)) return Order::Unknown;
    if (arb_lt(left, right) != 0) return Order::Less;
    if (arb_gt(left, right) != 0) return Order::Greater;
    if (a.expression != kNoExpr && b.expression != kNoExpr && bits == kRootPrecisions[0] &&
        normalizer_.equal(a.expression, b.expression).value_or(false)) {
      return Order::Equal;
    }
    if (is_out_of_time()) break;
  }
  return Order::Unknown;
}

std::optional<int> RealNumbers::sign(ExprId constant) {
  const RealNumber number(constant);
  for (const slong bits : kRootPrecisions) {
    Arb ball;
    if (!enclose(number, bits, ball)) return std::nullopt;
    if (arb_is_positive(ball) != 0) return 1;
    if (arb_is_negative(ball) != 0) return -1;
    if (bits == kRootPrecisions[0] && normalizer_.is_zero(constant).value_or(false)) return 0;
    if (is_out_of_time()) break;
  }
  return std::nullopt;
}

std::optional<Rational> RealNumbers::between(const RealNumber* low, const RealNumber* high) {
  const auto whole = [&](const RealNumber& beside, int step) -> std::optional<Rational> {
    Arb ball;
    if (!enclose(beside, kRootPrecisions[0], ball)) return std::nullopt;
    Rational value;
    arf_t end;
    arf_init(end);
    if (step < 0) {
      arb_get_lbound_arf(end, ball, kRootPrecisions[0]);
    } else {
      arb_get_ubound_arf(end, ball, kRootPrecisions[0]);
    }
    const bool small = arf_cmpabs_2exp_si(end, 200) < 0;
    if (small) arf_get_fmpz(fmpq_numref(value.raw()), end, step < 0 ? ARF_RND_FLOOR : ARF_RND_CEIL);
    arf_clear(end);
    if (!small) return std::nullopt;
    return value + Rational(step);
  };
  if (low == nullptr && high == nullptr) return Rational(0);
  if (low == nullptr) return whole(*high, -1);
  if (high == nullptr) return whole(*low, 1);
  for (const slong bits : kRootPrecisions) {
    Arb left;
    Arb right;
    if (!enclose(*low, bits, left) || !enclose(*high, bits, right)) return std::nullopt;
    if (arb_lt(left, right) == 0) continue;
    // Chooses a short number in the middle third of the gap.
    arf_t lower;
    arf_t upper;
    arf_init(lower);
    arf_init(upper);
    arb_get_ubound_arf(lower, left, bits);
    arb_get_lbound_arf(upper, right, bits);
    Rational a;
    Rational b;
    arf_get_fmpq(a.raw(), lower);
    arf_get_fmpq(b.raw(), upper);
    arf_clear(lower);
    arf_clear(upper);
    if (!(a < b)) continue;
    const Rational third = (b - a) / Rational(3);
    const Rational from = a + third;
    const Rational to = b - third;
    Rational middle;
    fmpq_simplest_between(middle.raw(), from.raw(), to.raw());
    return middle;
  }
  return std::nullopt;
}

std::optional<std::vector<RealNumber>> RealNumbers::zeros(const RationalPolynomial& polynomial) {
  if (polynomial.is_zero() || polynomial.degree() > kMaxFactoredDegree || is_out_of_time()) {
    return std::nullopt;
  }
  std::vector<RealNumber> out;
  IntegerPolynomial p(polynomial);
  fmpz_poly_factor_t factors;
  fmpz_poly_factor_init(factors);
  fmpz_poly_factor(factors, p.raw());
  for (slong i = 0; i < factors->num; ++i) {
    RationalPolynomial factor;
    fmpq_poly_set_fmpz_poly(factor.raw(), factors->p + i);
    factor_zeros(factor, out);
  }
  fmpz_poly_factor_clear(factors);
  return out;
}

// `factor` must be irreducible.
void RealNumbers::factor_zeros(const RationalPolynomial& factor, std::vector<RealNumber>& out) {
  const auto coefficient = [&](slong power) { return factor.coefficient(power); };
  if (factor.degree() == 1) {
    out.emplace_back(pool_.number(-coefficient(0) / coefficient(1)));
    return;
  }
  std::vector<ExprId> coefficients;
  for (slong k = 0; k <= factor.degree(); ++k) coefficients.push_back(pool_.number(coefficient(k)));
  if (auto known = formula_zeros(coefficients)) {
    out.insert(out.end(), known->begin(), known->end());
    return;
  }
  IntegerPolynomial p(factor);
  const slong count = fmpz_poly_num_real_roots(p.raw());
  const auto shared = std::make_shared<const RationalPolynomial>(factor);
  for (slong i = 0; i < count; ++i) {
    out.emplace_back(shared, static_cast<int>(i));
  }
}

std::optional<std::vector<RealNumber>> RealNumbers::zeros(const std::vector<ExprId>& coefficients) {
  RationalPolynomial polynomial;
  bool is_rational = true;
  for (std::size_t k = 0; k < coefficients.size() && is_rational; ++k) {
    is_rational = pool_.is_number(coefficients[k]);
    if (is_rational) {
      fmpq_poly_set_coeff_fmpq(polynomial.raw(), static_cast<slong>(k),
                               pool_.value(coefficients[k]).raw());
    }
  }
  if (is_rational) return zeros(polynomial);
  return formula_zeros(coefficients);
}

// Solves x^degree = value.
bool RealNumbers::add_power_zeros(ExprId value, std::size_t degree, std::vector<RealNumber>& out) {
  if (degree == 1) {
    out.push_back(number(value));
    return true;
  }
  const auto value_sign = sign(value);
  if (!value_sign) return false;
  if (*value_sign == 0) {
    out.emplace_back(pool_.number(0));
    return true;
  }
  if (*value_sign < 0 && degree % 2 == 0) return true;
  const ExprId size = *value_sign < 0 ? pool_.negate(value) : value;
  const ExprId root =
      degree == 2 ? pool_.make(Op::Sqrt, {shortened(size)})
                  : pool_.make(Op::Power, {shortened(size),
                                           pool_.number(Rational(1, static_cast<int>(degree)))});
  if (*value_sign > 0) out.push_back(number(root));
  if (*value_sign < 0 || degree % 2 == 0) out.push_back(number(pool_.negate(root)));
  return true;
}

// Solves polynomials of degree 1 or 2 in a power of the variable.
std::optional<std::vector<RealNumber>> RealNumbers::formula_zeros(
    const std::vector<ExprId>& coefficients) {
  std::size_t step = 0;
  const auto is_zero = [&](ExprId id) { return pool_.is_number(id) && pool_.value(id).is_zero(); };
  for (std::size_t k = 1; k < coefficients.size(); ++k) {
    if (!is_zero(coefficients[k])) step = std::gcd(step, k);
  }
  if (step == 0) return std::nullopt;
  std::vector<ExprId> c;
  for (std::size_t k = 0; k < coefficients.size(); k += step) c.push_back(coefficients[k]);
  while (c.size() > 1 && is_zero(c.back())) c.pop_back();
  if (c.size() > 3) return std::nullopt;
  const auto leading = sign(c.back());
  if (!leading || *leading == 0) return std::nullopt;
  std::vector<RealNumber> out;
  if (c.size() == 2) {
    const ExprId value = shortened(pool_.make(Op::Divide, {pool_.negate(c[0]), c[1]}));
    if (!add_power_zeros(value, step, out)) return std::nullopt;
    return out;
  }
  const ExprId square = pool_.make(Op::Power, {c[1], pool_.number(2)});
  const ExprId product = pool_.make(Op::Multiply, {c[2], c[0]});
  const ExprId discriminant = shortened(
      pool_.make(Op::Subtract, {square, pool_.make(Op::Multiply, {pool_.number(4), product})}));
  const auto discriminant_sign = sign(discriminant);
  if (!discriminant_sign) return std::nullopt;
  if (*discriminant_sign < 0) return out;
  const bool is_rational = pool_.is_number(discriminant) &&
                           pool_.value(discriminant).is_integer() && pool_.is_number(c[1]) &&
                           pool_.is_number(c[2]);
  for (const int side : {-1, 1}) {
    ExprId value = kNoExpr;
    if (is_rational) {
      // (-b ± s sqrt(d)) / 2a, in lowest terms.
      Rational s;
      Rational d;
      split_square(pool_.value(discriminant), s, d);
      const Rational twice = Rational(2) * pool_.value(c[2]);
      const Rational middle = -pool_.value(c[1]) / twice;
      const Rational half = Rational(side) * s / twice;
      Rational below;
      fmpz_lcm(fmpq_numref(below.raw()), fmpq_denref(middle.raw()), fmpq_denref(half.raw()));
      const Rational rest = half * below;
      const Rational size = rest.sign() < 0 ? -rest : rest;
      ExprId above = d.is_one() ? pool_.number(size) : pool_.make(Op::Sqrt, {pool_.number(d)});
      if (!d.is_one() && !size.is_one()) {
        above = pool_.make(Op::Multiply, {pool_.number(size), above});
      }
      if (!middle.is_zero()) {
        above = pool_.make(rest.sign() < 0 ? Op::Subtract : Op::Add,
                           {pool_.number(middle * below), above});
      } else if (rest.sign() < 0) {
        above = pool_.negate(above);
      }
      value = below.is_one() ? above : pool_.make(Op::Divide, {above, pool_.number(below)});
      if (d.is_one()) value = shortened(value);
    } else {
      const ExprId root = pool_.make(Op::Sqrt, {discriminant});
      const ExprId above =
          pool_.make(side < 0 ? Op::Subtract : Op::Add, {pool_.negate(c[1]), root});
      value = shortened(
          pool_.make(Op::Divide, {above, pool_.make(Op::Multiply, {pool_.number(2), c[2]})}));
    }
    if (!add_power_zeros(value, step, out)) return std::nullopt;
    if (*discriminant_sign == 0) break;
  }
  return out;
}

std::string RealNumbers::text(const RealNumber& number, formula::Notation notation) {
  if (number.expression == kNoExpr) {
    Arb ball;
    if (!enclose(number, kRootPrecisions[0], ball)) return "a root";
    Ball shown;
    arb_set(shown.real(), ball);
    return "about " + shown.to_string(kRootDigits);
  }
  return number_words(pool_, number.expression, notation);
}

}  // namespace noether::algebra
