#include "noether/algebra/numeric/balls/exact.h"

#include <algorithm>
#include <numeric>

namespace noether::algebra {
namespace {

constexpr std::uint64_t kMaxRadicand = 1U << 20;
constexpr int kMaxUnitPower = 100;

// unit(a) * unit(b) = factor * out; returns false if the result does not fit.
bool multiply_units(const Exact::Unit& a, const Exact::Unit& b, std::int64_t& factor,
                    Exact::Unit& out) {
  const std::uint32_t common = std::gcd(a.radicand, b.radicand);
  const std::uint64_t radicand =
      static_cast<std::uint64_t>(a.radicand / common) * (b.radicand / common);
  const int pi = a.pi + b.pi;
  const int e = a.e + b.e;
  if (radicand > kMaxRadicand || std::abs(pi) > kMaxUnitPower || std::abs(e) > kMaxUnitPower) {
    return false;
  }
  factor = a.imaginary && b.imaginary ? -static_cast<std::int64_t>(common) : common;
  out = {static_cast<std::uint32_t>(radicand), static_cast<std::int8_t>(pi),
         static_cast<std::int8_t>(e), a.imaginary != b.imaginary};
  return true;
}

// 1 / (q * unit) as another term; returns false if it does not fit.
bool invert_term(const Exact::Term& term, Exact& out) {
  const Exact::Unit& unit = term.unit;
  // 1/sqrt(n) = sqrt(n)/n and 1/i = -i.
  const std::int64_t factor = unit.imaginary ? -static_cast<std::int64_t>(unit.radicand)
                                             : static_cast<std::int64_t>(unit.radicand);
  out.set(Rational(1) / (term.coefficient * Rational(factor)),
          {unit.radicand, static_cast<std::int8_t>(-unit.pi), static_cast<std::int8_t>(-unit.e),
           unit.imaginary});
  return out.known();
}

bool invert(const Exact& a, Exact& out) {
  const auto terms = a.terms();
  if (terms.size() == 1) return invert_term(terms[0], out);
  out.forget();
  if (terms.size() != 2) return false;
  // 1/(s + t) = (s - t)/(s^2 - t^2), and the squares contain no roots.
  Exact minus;
  minus.set(terms[0].coefficient, terms[0].unit);
  minus.add_term(-terms[1].coefficient, terms[1].unit);
  Exact norm;
  if (!exact_multiply(a, minus, norm) || norm.terms().size() != 1) return false;
  Exact inverse;
  return invert_term(norm.terms()[0], inverse) && exact_multiply(minus, inverse, out);
}

}  // namespace

const Rational& Exact::zero() {
  static const Rational value;
  return value;
}

void Exact::set(const Exact& other) {
  known_ = other.known_;
  if (!known_) return;
  count_ = other.count_;
  for (std::size_t i = 0; i < count_; ++i) terms_[i] = other.terms_[i];
}

void Exact::set(const Rational& q, Unit unit) {
  known_ = q.bits() <= kMaxExactBits;
  count_ = q.is_zero() ? 0 : 1;
  if (!known_ || count_ == 0) return;
  terms_[0].coefficient = q;
  terms_[0].unit = unit;
}

void Exact::set_int(std::int64_t q, Unit unit) {
  known_ = true;
  count_ = q == 0 ? 0 : 1;
  fmpz_set_si(fmpq_numref(terms_[0].coefficient.raw()), q);
  fmpz_one(fmpq_denref(terms_[0].coefficient.raw()));
  terms_[0].unit = unit;
}

void Exact::add_term(const Rational& q, Unit unit) {
  if (!known_ || q.is_zero()) return;
  for (std::size_t i = 0; i < count_; ++i) {
    if (terms_[i].unit != unit) continue;
    Rational& sum = terms_[i].coefficient;
    fmpq_add(sum.raw(), sum.raw(), q.raw());
    if (sum.bits() > kMaxExactBits) return forget();
    if (sum.is_zero() && i != --count_) std::swap(terms_[i], terms_[count_]);
    return;
  }
  if (count_ == kMaxTerms || q.bits() > kMaxExactBits) return forget();
  terms_[count_].coefficient = q;
  terms_[count_].unit = unit;
  ++count_;
}

bool Exact::is_real() const {
  return known_ && std::ranges::none_of(terms(), [](const Term& t) { return t.unit.imaginary; });
}

bool Exact::is_imaginary() const {
  return known_ && std::ranges::all_of(terms(), [](const Term& t) { return t.unit.imaginary; });
}

void Exact::to_ball(acb_ptr ball, slong bits) const {
  if (is_rational()) {
    arb_set_fmpq(acb_realref(ball), rational().raw(), bits);
    arb_zero(acb_imagref(ball));
    return;
  }
  acb_zero(ball);
  const slong working = bits + 8;
  arb_t product;
  arb_t factor;
  arb_init(product);
  arb_init(factor);
  for (const Term& term : terms()) {
    arb_set_fmpq(product, term.coefficient.raw(), working);
    if (term.unit.radicand != 1) {
      arb_sqrt_ui(factor, term.unit.radicand, working);
      arb_mul(product, product, factor, working);
    }
    fmpz exponent = 0;  // small enough to need no heap
    if (term.unit.pi != 0) {
      arb_const_pi(factor, working);
      exponent = int{term.unit.pi};
      if (exponent != 1) arb_pow_fmpz(factor, factor, &exponent, working);
      arb_mul(product, product, factor, working);
    }
    if (term.unit.e != 0) {
      arb_const_e(factor, working);
      exponent = int{term.unit.e};
      if (exponent != 1) arb_pow_fmpz(factor, factor, &exponent, working);
      arb_mul(product, product, factor, working);
    }
    arb_ptr part = term.unit.imaginary ? acb_imagref(ball) : acb_realref(ball);
    arb_add(part, part, product, working);
  }
  arb_clear(product);
  arb_clear(factor);
}

bool exact_add(const Exact& a, const Exact& b, Exact& out) {
  out.set(a);
  for (const Exact::Term& term : b.terms()) out.add_term(term.coefficient, term.unit);
  return out.known();
}

bool exact_subtract(const Exact& a, const Exact& b, Exact& out) {
  out.set(a);
  for (const Exact::Term& term : b.terms()) out.add_term(-term.coefficient, term.unit);
  return out.known();
}

bool exact_multiply(const Exact& a, const Exact& b, Exact& out) {
  out.set_zero();
  for (const Exact::Term& s : a.terms()) {
    for (const Exact::Term& t : b.terms()) {
      Exact::Unit unit;
      std::int64_t factor = 1;
      if (!multiply_units(s.unit, t.unit, factor, unit)) {
        out.forget();
        return false;
      }
      Rational product = s.coefficient * t.coefficient;
      if (factor != 1) product = product * Rational(factor);
      out.add_term(product, unit);
    }
  }
  return out.known();
}

bool exact_divide(const Exact& a, const Exact& b, Exact& out) {
  if (a.is_zero()) {
    out.set_zero();
    return true;
  }
  if (a.is_rational() && b.is_rational()) {
    out.set(a.rational() / b.rational());
    return out.known();
  }
  Exact inverse;
  if (invert(b, inverse) && exact_multiply(a, inverse, out)) return true;
  out.forget();
  return false;
}

bool exact_power(const Exact& base, std::int64_t exponent, Exact& out) {
  Exact square;
  Exact swap;
  out.set_int(1);
  if (exponent < 0) {
    if (!invert(base, square)) {
      out.forget();
      return false;
    }
  } else {
    square.set(base);
  }
  auto rest =
      exponent < 0 ? -static_cast<std::uint64_t>(exponent) : static_cast<std::uint64_t>(exponent);
  while (true) {
    if ((rest & 1) != 0) {
      if (!exact_multiply(out, square, swap)) {
        out.forget();
        return false;
      }
      out.set(swap);
    }
    rest >>= 1;
    if (rest == 0) return true;
    if (!exact_multiply(square, square, swap)) {
      out.forget();
      return false;
    }
    square.set(swap);
  }
}

}  // namespace noether::algebra
