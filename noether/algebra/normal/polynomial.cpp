#include "noether/algebra/normal/polynomial.h"

#include <flint/fmpq_mpoly_factor.h>
#include <flint/fmpz_mpoly.h>

#include <algorithm>

namespace noether::algebra::normal {
namespace {

// Factoring is refused above these: its cost is not bounded by the size of what it finds, and
// FLINT cannot be interrupted.
constexpr std::size_t kMaxFactoredTerms = 80;
constexpr std::int64_t kMaxFactoredDegree = 40;

std::uint64_t coefficient_bits(const Polynomial& a) {
  const auto* p = a.raw();
  const slong bits = fmpz_mpoly_max_bits(p->zpoly);
  return static_cast<std::uint64_t>(bits < 0 ? -bits : bits) + fmpq_height_bits(p->content);
}

}  // namespace

Rational Polynomial::constant() const {
  Rational r;
  fmpq_mpoly_get_fmpq(r.raw(), value_, ring_->context());
  return r;
}

Rational Polynomial::coefficient(std::size_t index) const {
  Rational r;
  fmpq_mpoly_get_term_coeff_fmpq(r.raw(), value_, static_cast<slong>(index), ring_->context());
  return r;
}

std::vector<std::uint64_t> Polynomial::exponents(std::size_t index) const {
  std::vector<ulong> found(std::max<std::size_t>(1, ring_->size()));
  fmpq_mpoly_get_term_exp_ui(found.data(), value_, static_cast<slong>(index), ring_->context());
  found.resize(ring_->size());
  return {found.begin(), found.end()};
}

std::vector<std::int64_t> Polynomial::degrees() const {
  std::vector<slong> found(std::max<std::size_t>(1, ring_->size()));
  fmpq_mpoly_degrees_si(found.data(), value_, ring_->context());
  found.resize(ring_->size());
  return {found.begin(), found.end()};
}

Polynomial add(const Polynomial& a, const Polynomial& b) {
  Polynomial r(a.ring());
  fmpq_mpoly_add(r.raw(), a.raw(), b.raw(), a.ring().context());
  return r;
}

Polynomial subtract(const Polynomial& a, const Polynomial& b) {
  Polynomial r(a.ring());
  fmpq_mpoly_sub(r.raw(), a.raw(), b.raw(), a.ring().context());
  return r;
}

Polynomial scale(const Polynomial& a, const Rational& by) {
  Polynomial r(a.ring());
  fmpq_mpoly_scalar_mul_fmpq(r.raw(), a.raw(), by.raw(), a.ring().context());
  return r;
}

Polynomial multiply(const Polynomial& a, const Polynomial& b, Meter& meter) {
  Polynomial r(a.ring());
  const Budget& budget = meter.budget();
  if (!meter.check(a.length() * b.length() <= budget.products)) return r;
  fmpq_mpoly_mul(r.raw(), a.raw(), b.raw(), a.ring().context());
  std::int64_t degree = 0;
  if (!r.is_zero()) {
    for (const std::int64_t d : r.degrees()) degree = std::max(degree, d);
  }
  meter.check(r.length() <= budget.terms && static_cast<std::uint64_t>(degree) <= budget.degree &&
              coefficient_bits(r) <= budget.coefficient_bits);
  return r;
}

Polynomial power(const Polynomial& a, std::uint64_t exponent, Meter& meter) {
  const Budget& budget = meter.budget();
  Polynomial r(a.ring(), Rational(1));
  if (exponent == 0 || a.is_one()) return r;
  if (exponent == 1) return a;
  if (a.is_zero()) return a;
  std::int64_t degree = 0;
  for (const std::int64_t d : a.degrees()) degree = std::max(degree, d);
  // The number of terms is at most the number of ways to choose `exponent` of them.
  double terms = 1;
  for (std::uint64_t i = 1; i < a.length() && terms <= 1e9; ++i) {
    terms *= static_cast<double>(exponent + i) / static_cast<double>(i);
  }
  const bool fits = exponent <= budget.coefficient_bits &&
                    coefficient_bits(a) * exponent <= budget.coefficient_bits &&
                    static_cast<std::uint64_t>(degree) * exponent <= budget.degree &&
                    terms <= static_cast<double>(budget.terms);
  if (!meter.check(fits)) return r;
  fmpq_mpoly_pow_ui(r.raw(), a.raw(), exponent, a.ring().context());
  return r;
}

bool divides(Polynomial& quotient, const Polynomial& a, const Polynomial& divisor) {
  return fmpq_mpoly_divides(quotient.raw(), a.raw(), divisor.raw(), a.ring().context()) != 0;
}

std::vector<Polynomial> split_by_power(const Polynomial& a, std::size_t generator) {
  std::vector<Polynomial> parts;
  const auto* context = a.ring().context();
  fmpq_mpoly_univar_t univariate;
  fmpq_mpoly_univar_init(univariate, context);
  fmpq_mpoly_to_univar(univariate, a.raw(), static_cast<slong>(generator), context);
  const slong length = fmpq_mpoly_univar_length(univariate, context);
  for (slong i = 0; i < length; ++i) {
    const auto power =
        static_cast<std::size_t>(fmpq_mpoly_univar_get_term_exp_si(univariate, i, context));
    while (parts.size() <= power) parts.emplace_back(a.ring());
    fmpq_mpoly_univar_get_term_coeff(parts[power].raw(), univariate, i, context);
  }
  fmpq_mpoly_univar_clear(univariate, context);
  return parts;
}

Factorization factor(const Polynomial& a, Meter& meter) {
  Factorization result;
  const Ring& ring = a.ring();
  if (a.is_constant()) {
    result.content = a.is_zero() ? Rational(0) : a.constant();
    return result;
  }
  std::int64_t total = 0;
  for (const std::int64_t d : a.degrees()) total = std::max(total, d);
  const bool small = a.length() <= kMaxFactoredTerms && total <= kMaxFactoredDegree;
  if (!meter.check()) return result;
  // A monomial times the rest is always found, since a lone generator is the commonest divisor.
  fmpq_mpoly_factor_t found;
  fmpq_mpoly_factor_init(found, ring.context());
  bool done = false;
  if (small || a.length() == 1) done = fmpq_mpoly_factor(found, a.raw(), ring.context()) != 0;
  if (done) {
    fmpq_mpoly_factor_make_integral(found, ring.context());
    fmpq_mpoly_factor_get_constant_fmpq(result.content.raw(), found, ring.context());
    const slong count = fmpq_mpoly_factor_length(found, ring.context());
    for (slong i = 0; i < count; ++i) {
      Polynomial base(ring);
      fmpq_mpoly_factor_get_base(base.raw(), found, i, ring.context());
      const auto exponent =
          static_cast<std::uint64_t>(fmpq_mpoly_factor_get_exp_si(found, i, ring.context()));
      result.factors.emplace_back(std::move(base), exponent);
    }
  } else {
    result.content = Rational(1);
    result.factors.emplace_back(a, 1);
  }
  fmpq_mpoly_factor_clear(found, ring.context());
  for (auto& [base, exponent] : result.factors) {
    Rational content;
    fmpq_mpoly_content(content.raw(), base.raw(), ring.context());
    if (base.coefficient(0).sign() < 0) content = -content;
    if (content.is_one()) continue;
    base = scale(base, Rational(1) / content);
    for (std::uint64_t i = 0; i < exponent; ++i) result.content = result.content * content;
  }
  return result;
}

}  // namespace noether::algebra::normal
