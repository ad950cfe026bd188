#include "noether/algebra/normal/fraction.h"

#include <flint/fmpq_mpoly_factor.h>
#include <flint/fmpz_mpoly.h>

#include <algorithm>
#include <map>

namespace noether::algebra::normal {
namespace {

// Factoring is refused above these limits: its cost is not bounded by the size of the result, and
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
  // A monomial factor is always split off, because a single generator is the most common divisor.
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

namespace {

using Denominator = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

std::uint32_t exponent_in(const Denominator& d, std::uint32_t factor) {
  for (const auto& [f, e] : d) {
    if (f == factor) return e;
  }
  return 0;
}

Denominator combine(const Denominator& a, const Denominator& b, bool sum) {
  std::map<std::uint32_t, std::uint32_t> all(a.begin(), a.end());
  for (const auto& [f, e] : b) all[f] = sum ? all[f] + e : std::max(all[f], e);
  return {all.begin(), all.end()};
}

}  // namespace

std::optional<std::size_t> FractionField::generator_of(std::uint32_t factor) const {
  slong index = -1;
  const Polynomial& p = factors_[factor];
  if (p.length() != 1 || !p.coefficient(0).is_one()) return std::nullopt;
  const auto exponents = p.exponents(0);
  for (std::size_t i = 0; i < exponents.size(); ++i) {
    if (exponents[i] == 0) continue;
    if (exponents[i] > 1 || index >= 0) return std::nullopt;
    index = static_cast<slong>(i);
  }
  return index < 0 ? std::nullopt : std::optional(static_cast<std::size_t>(index));
}

void FractionField::relate(std::size_t generator, std::uint32_t degree, Fraction value) {
  relations_[generator].degree = degree;
  relations_[generator].value = std::move(value);
}

std::uint32_t FractionField::intern(const Polynomial& factor) {
  const auto at = std::ranges::find(factors_, factor);
  if (at != factors_.end()) return static_cast<std::uint32_t>(at - factors_.begin());
  factors_.push_back(factor);
  return static_cast<std::uint32_t>(factors_.size() - 1);
}

Polynomial FractionField::factor_power(std::uint32_t factor, std::uint32_t exponent) {
  return normal::power(factors_[factor], exponent, *meter_);
}

Polynomial FractionField::raise(const Polynomial& a, const Fraction& from, const Fraction& target) {
  Polynomial r = a;
  for (const auto& [f, e] : target.denominator) {
    const std::uint32_t have = exponent_in(from.denominator, f);
    if (e > have) r = normal::multiply(r, factor_power(f, e - have), *meter_);
  }
  return r;
}

Polynomial FractionField::expand_denominator(const Fraction& a) {
  Polynomial r(ring_, Rational(1));
  for (const auto& [f, e] : a.denominator) r = normal::multiply(r, factor_power(f, e), *meter_);
  return r;
}

// The value of a relation contains only generators whose own relations do not lead back, so this
// terminates.
void FractionField::lower_powers(Fraction& a) {
  bool changed = true;
  while (changed && !a.numerator.is_zero() && !meter_->exceeded()) {
    changed = false;
    const auto degrees = a.numerator.degrees();
    for (std::size_t g = 0; g < relations_.size(); ++g) {
      const Relation& relation = relations_[g];
      if (relation.degree == 0 || degrees[g] < relation.degree) continue;
      changed = true;
      const auto parts = split_by_power(a.numerator, g);
      const std::size_t most = (parts.size() - 1) / relation.degree;
      const Polynomial below = expand_denominator(*relation.value);
      const Polynomial x = Polynomial::generator(ring_, g);
      std::vector<Polynomial> above_powers{Polynomial(ring_, Rational(1))};
      std::vector<Polynomial> below_powers{Polynomial(ring_, Rational(1))};
      for (std::size_t i = 0; i < most; ++i) {
        above_powers.push_back(
            normal::multiply(above_powers.back(), relation.value->numerator, *meter_));
        below_powers.push_back(normal::multiply(below_powers.back(), below, *meter_));
      }
      Polynomial sum(ring_);
      for (std::size_t k = 0; k < parts.size() && !meter_->exceeded(); ++k) {
        if (parts[k].is_zero()) continue;
        const std::size_t whole = k / relation.degree;
        Polynomial term = normal::multiply(parts[k], above_powers[whole], *meter_);
        term = normal::multiply(term, below_powers[most - whole], *meter_);
        term = normal::multiply(term, normal::power(x, k % relation.degree, *meter_), *meter_);
        sum = normal::add(sum, term);
      }
      a.numerator = std::move(sum);
      for (std::size_t i = 0; i < most; ++i) {
        a.denominator = combine(a.denominator, relation.value->denominator, true);
      }
      break;
    }
  }
}

void FractionField::cancel(Fraction& a) {
  if (a.numerator.is_zero()) {
    a.denominator.clear();
    return;
  }
  Polynomial quotient(ring_);
  for (auto& [f, e] : a.denominator) {
    while (e > 0 && !meter_->exceeded() && divides(quotient, a.numerator, factors_[f])) {
      a.numerator = quotient;
      --e;
    }
  }
  std::erase_if(a.denominator, [](const auto& entry) { return entry.second == 0; });
}

Fraction FractionField::add(const Fraction& a, const Fraction& b) {
  if (a.is_zero()) return b;
  if (b.is_zero()) return a;
  Fraction r{Polynomial(ring_), combine(a.denominator, b.denominator, false)};
  if (!meter_->check()) return r;
  r.numerator = normal::add(raise(a.numerator, a, r), raise(b.numerator, b, r));
  lower_powers(r);
  cancel(r);
  return r;
}

Fraction FractionField::subtract(const Fraction& a, const Fraction& b) {
  return add(a, {scale(b.numerator, Rational(-1)), b.denominator});
}

Fraction FractionField::multiply(const Fraction& a, const Fraction& b) {
  Fraction r{normal::multiply(a.numerator, b.numerator, *meter_),
             combine(a.denominator, b.denominator, true)};
  lower_powers(r);
  cancel(r);
  return r;
}

Fraction FractionField::divide(const Fraction& a, const Fraction& b) {
  if (b.is_zero()) {
    meter_->give_up();
    return a;
  }
  const Factorization parts = normal::factor(b.numerator, *meter_);
  if (meter_->exceeded()) return a;
  Fraction inverse{scale(expand_denominator(b), Rational(1) / parts.content), {}};
  Denominator below;
  for (const auto& [base, exponent] : parts.factors) {
    below.emplace_back(intern(base), static_cast<std::uint32_t>(exponent));
  }
  std::ranges::sort(below);
  inverse.denominator = std::move(below);
  // 1/g with g^n = u is g^(n-1)/u: u is zero only where g is, so nothing is lost, and no single
  // generator with a relation stays in a denominator.
  for (std::size_t i = 0; i < inverse.denominator.size(); ++i) {
    const auto [f, e] = inverse.denominator[i];
    const auto g = generator_of(f);
    if (!g || relations_[*g].degree == 0 || relations_[*g].value->is_zero()) continue;
    const Relation& relation = relations_[*g];
    const std::uint32_t whole = (e + relation.degree - 1) / relation.degree;
    const Fraction up{normal::power(factors_[f], whole * relation.degree - e, *meter_), {}};
    const Fraction root = *relation.value;
    inverse.denominator.erase(inverse.denominator.begin() + static_cast<std::ptrdiff_t>(i));
    inverse = multiply(inverse, up);
    for (std::uint32_t k = 0; k < whole; ++k) inverse = divide(inverse, root);
    i = static_cast<std::size_t>(-1);
    if (meter_->exceeded()) return a;
  }
  return multiply(a, inverse);
}

Fraction FractionField::power(const Fraction& a, std::int64_t exponent) {
  if (exponent == 0) return constant(Rational(1));
  const std::uint64_t size = exponent < 0 ? 0 - static_cast<std::uint64_t>(exponent)
                                          : static_cast<std::uint64_t>(exponent);
  if (!meter_->check(size <= meter_->budget().coefficient_bits)) return a;
  Fraction r{normal::power(a.numerator, size, *meter_), a.denominator};
  for (auto& [f, e] : r.denominator) e *= static_cast<std::uint32_t>(size);
  lower_powers(r);
  cancel(r);
  return exponent > 0 ? r : divide(constant(Rational(1)), r);
}

}  // namespace noether::algebra::normal
