#include "noether/algebra/expression/rational.h"

#include <cmath>
#include <cstring>

#include "noether/base/hash.h"
#include "noether/base/mix.h"

namespace noether::algebra {
namespace {

// The exact k-th root of a positive integer, if it exists.
bool exact_root(fmpz_t root, const fmpz_t value, std::uint64_t degree) {
  fmpz_root(root, value, static_cast<slong>(degree));
  fmpz_t back;
  fmpz_init(back);
  fmpz_pow_ui(back, root, degree);
  const bool exact = fmpz_equal(back, value) != 0;
  fmpz_clear(back);
  return exact;
}

bool all_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace

Rational::Rational(std::int64_t numerator, std::int64_t denominator) {
  fmpq_init(value_);
  fmpz_set_si(fmpq_numref(value_), numerator);
  if (denominator == 1) return;
  fmpz_set_si(fmpq_denref(value_), denominator);
  fmpq_canonicalise(value_);
}

Rational::Rational(const Rational& other) {
  fmpq_init(value_);
  fmpq_set(value_, other.value_);
}

Rational& Rational::operator=(const Rational& other) {
  fmpq_set(value_, other.value_);
  return *this;
}

Rational::~Rational() { fmpq_clear(value_); }

Rational operator+(const Rational& a, const Rational& b) {
  Rational r;
  fmpq_add(r.value_, a.value_, b.value_);
  return r;
}

Rational operator-(const Rational& a, const Rational& b) {
  Rational r;
  fmpq_sub(r.value_, a.value_, b.value_);
  return r;
}

Rational operator*(const Rational& a, const Rational& b) {
  Rational r;
  fmpq_mul(r.value_, a.value_, b.value_);
  return r;
}

Rational operator/(const Rational& a, const Rational& b) {
  Rational r;
  fmpq_div(r.value_, a.value_, b.value_);
  return r;
}

Rational operator-(const Rational& a) {
  Rational r;
  fmpq_neg(r.value_, a.value_);
  return r;
}

base::Result<Rational> Rational::parse(std::string_view text) {
  const auto refuse = [&] {
    return base::fail("not a number: '" + std::string(text.substr(0, 40)) + "'");
  };
  std::string_view rest = text;
  const bool negative = rest.starts_with('-');
  if (negative || rest.starts_with('+')) rest.remove_prefix(1);
  // Four bits hold more than one decimal digit, so longer texts cannot fit.
  if (rest.size() > kMaxNumberBits / 3) {
    return base::fail("a number with more than " + std::to_string(kMaxNumberBits) + " bits");
  }
  std::string numerator;
  std::string denominator = "1";
  if (const auto slash = rest.find('/'); slash != std::string_view::npos) {
    numerator = rest.substr(0, slash);
    denominator = rest.substr(slash + 1);
  } else if (const auto dot = rest.find('.'); dot != std::string_view::npos) {
    const auto fraction = rest.substr(dot + 1);
    numerator = std::string(rest.substr(0, dot)) + std::string(fraction);
    denominator += std::string(fraction.size(), '0');
  } else {
    numerator = rest;
  }
  if (!all_digits(numerator) || !all_digits(denominator)) return refuse();
  Rational r;
  fmpz_set_str(fmpq_numref(r.value_), numerator.c_str(), 10);
  fmpz_set_str(fmpq_denref(r.value_), denominator.c_str(), 10);
  if (fmpz_is_zero(fmpq_denref(r.value_))) return refuse();
  fmpq_canonicalise(r.value_);
  if (negative) fmpq_neg(r.value_, r.value_);
  return r;
}

std::optional<std::int64_t> Rational::to_int() const {
  if (!is_integer() || !fmpz_fits_si(fmpq_numref(value_))) return std::nullopt;
  return fmpz_get_si(fmpq_numref(value_));
}

double Rational::to_double() const {
  if (!COEFF_IS_MPZ(*fmpq_numref(value_)) && is_integer()) {
    return static_cast<double>(*fmpq_numref(value_));
  }
  return fmpq_get_d(value_);
}

std::string Rational::to_string() const {
  char* text = fmpq_get_str(nullptr, 10, value_);
  std::string result(text);
  flint_free(text);
  return result;
}

std::uint64_t Rational::hash() const {
  const fmpz num = *fmpq_numref(value_);
  const fmpz den = *fmpq_denref(value_);
  if (!COEFF_IS_MPZ(num) && !COEFF_IS_MPZ(den)) {
    auto h = static_cast<std::uint64_t>(num) * noether::base::kGoldenRatio;
    h ^= h >> 29;
    h += static_cast<std::uint64_t>(den) * noether::base::kSplitMix1;
    return h ^ (h >> 32);
  }
  return base::digest_of(to_string()).low;
}

std::optional<Rational> Rational::power(const Rational& base, const Rational& exponent) {
  if (base.is_one()) return Rational(1);
  const auto whole = exponent.to_int();
  if (whole) {
    if (base.is_zero() && *whole <= 0) return std::nullopt;
    const auto size = static_cast<std::uint64_t>(*whole < 0 ? -*whole : *whole);
    if (base.bits() > 1 && (size > kMaxNumberBits || base.bits() * size > kMaxNumberBits)) {
      return std::nullopt;
    }
    Rational r;
    if (base.bits() <= 1) {  // -1, 0 or 1
      return base.sign() < 0 && exponent.is_even_integer() ? Rational(1) : base;
    }
    fmpq_pow_si(r.value_, base.value_, *whole);
    return r;
  }
  if (exponent.is_integer() || base.sign() < 0) return std::nullopt;
  if (base.is_zero()) return exponent.sign() > 0 ? std::optional(Rational(0)) : std::nullopt;
  if (!fmpz_abs_fits_ui(fmpq_denref(exponent.value_))) return std::nullopt;
  const auto degree = fmpz_get_ui(fmpq_denref(exponent.value_));
  if (degree > kMaxNumberBits) return std::nullopt;
  Rational root;
  if (!exact_root(fmpq_numref(root.value_), fmpq_numref(base.value_), degree)) return std::nullopt;
  if (!exact_root(fmpq_denref(root.value_), fmpq_denref(base.value_), degree)) return std::nullopt;
  Rational numerator;
  fmpz_set(fmpq_numref(numerator.value_), fmpq_numref(exponent.value_));
  return power(root, numerator);
}

Rational Rational::floor() const {
  Rational r;
  fmpz_fdiv_q(fmpq_numref(r.value_), fmpq_numref(value_), fmpq_denref(value_));
  return r;
}

Rational Rational::ceil() const {
  Rational r;
  fmpz_cdiv_q(fmpq_numref(r.value_), fmpq_numref(value_), fmpq_denref(value_));
  return r;
}

}  // namespace noether::algebra
