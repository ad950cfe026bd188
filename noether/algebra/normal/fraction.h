// Fractions of polynomials, reduced by algebraic relations between the generators.
//
// A denominator is a product of factors from a table of the field, so that adding fractions needs
// no gcd, and "this must not be zero" is a list of irreducible polynomials. A relation equates a
// power of one generator with a fraction in other ones: i^2 = -1, sqrt(u)^2 = u, cos(a)^2 = 1 -
// sin(a)^2. A numerator contains no power of a generator that its relation can lower.
//
// Soundness. Assign to the generators any values that satisfy the relations and make no denominator
// zero. Then every operation here is correct at those values: sums and products are those of the
// ring, a cancelled factor is not zero, and a relation is true. Cancelling forgets that a factor
// must not be zero, so a value may exist where the written expression has none, but never the other
// way round. Hence a numerator 0 proves that the expression is 0 wherever it is defined.
#pragma once

#include <flint/fmpq_mpoly.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "noether/algebra/expression/rational.h"
#include "noether/algebra/normal/budget.h"

namespace noether::algebra::normal {

// Polynomials in several generators over the rationals: wrappers that own FLINT's memory.
class Ring {
 public:
  explicit Ring(std::size_t generators) : size_(generators) {
    // Some of FLINT's algorithms need a ring with at least one generator.
    fmpq_mpoly_ctx_init(context_, static_cast<slong>(generators == 0 ? 1 : generators), ORD_LEX);
  }
  ~Ring() { fmpq_mpoly_ctx_clear(context_); }
  Ring(const Ring&) = delete;
  Ring& operator=(const Ring&) = delete;

  std::size_t size() const { return size_; }
  const fmpq_mpoly_ctx_struct* context() const { return context_; }

 private:
  std::size_t size_;
  fmpq_mpoly_ctx_t context_;
};

// Belongs to a ring, which must outlive it.
class Polynomial {
 public:
  explicit Polynomial(const Ring& ring) : ring_(&ring) { fmpq_mpoly_init(value_, ring.context()); }
  Polynomial(const Ring& ring, const Rational& constant) : Polynomial(ring) {
    fmpq_mpoly_set_fmpq(value_, constant.raw(), ring.context());
  }
  static Polynomial generator(const Ring& ring, std::size_t index) {
    Polynomial p(ring);
    fmpq_mpoly_gen(p.value_, static_cast<slong>(index), ring.context());
    return p;
  }
  Polynomial(const Polynomial& other) : Polynomial(*other.ring_) {
    fmpq_mpoly_set(value_, other.value_, ring_->context());
  }
  Polynomial(Polynomial&& other) noexcept : Polynomial(*other.ring_) {
    fmpq_mpoly_swap(value_, other.value_, ring_->context());
  }
  Polynomial& operator=(const Polynomial& other) {
    if (this != &other) fmpq_mpoly_set(value_, other.value_, ring_->context());
    return *this;
  }
  Polynomial& operator=(Polynomial&& other) noexcept {
    fmpq_mpoly_swap(value_, other.value_, ring_->context());
    return *this;
  }
  ~Polynomial() { fmpq_mpoly_clear(value_, ring_->context()); }

  const Ring& ring() const { return *ring_; }
  const fmpq_mpoly_struct* raw() const { return value_; }
  fmpq_mpoly_struct* raw() { return value_; }

  bool is_zero() const { return fmpq_mpoly_is_zero(value_, ring_->context()) != 0; }
  bool is_one() const { return fmpq_mpoly_is_one(value_, ring_->context()) != 0; }
  bool is_constant() const { return fmpq_mpoly_is_fmpq(value_, ring_->context()) != 0; }
  Rational constant() const;  // of a constant polynomial
  std::size_t length() const {
    return static_cast<std::size_t>(fmpq_mpoly_length(value_, ring_->context()));
  }
  // The coefficient of the term at `index`, in the order of the ring, largest term first.
  Rational coefficient(std::size_t index) const;
  std::vector<std::uint64_t> exponents(std::size_t index) const;
  std::vector<std::int64_t> degrees() const;

  friend bool operator==(const Polynomial& a, const Polynomial& b) {
    return fmpq_mpoly_equal(a.value_, b.value_, a.ring_->context()) != 0;
  }

 private:
  const Ring* ring_;
  fmpq_mpoly_t value_;
};

Polynomial add(const Polynomial& a, const Polynomial& b);
Polynomial subtract(const Polynomial& a, const Polynomial& b);
Polynomial scale(const Polynomial& a, const Rational& by);
// The following two are refused if the result could exceed the meter's budget.
Polynomial multiply(const Polynomial& a, const Polynomial& b, Meter& meter);
Polynomial power(const Polynomial& a, std::uint64_t exponent, Meter& meter);
// Returns whether `divisor` divides `a`; if so, sets `quotient`.
bool divides(Polynomial& quotient, const Polynomial& a, const Polynomial& divisor);
// The coefficients of the powers of one generator, `parts[k]` that of the k-th power.
std::vector<Polynomial> split_by_power(const Polynomial& a, std::size_t generator);

// `a` as a rational times powers of primitive integer polynomials with positive leading
// coefficients, which are irreducible if `a` is small enough to be factored.
struct Factorization {
  Rational content;
  std::vector<std::pair<Polynomial, std::uint64_t>> factors;
};
Factorization factor(const Polynomial& a, Meter& meter);

struct Fraction {
  Polynomial numerator;
  // Factors of the field with their exponents, ascending.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> denominator;

  bool is_zero() const { return numerator.is_zero(); }
};

class FractionField {
 public:
  FractionField(std::size_t generators, Meter& meter) : ring_(generators), meter_(&meter) {
    relations_.resize(generators);
  }

  const Ring& ring() const { return ring_; }
  Meter& meter() { return *meter_; }
  const Polynomial& factor(std::uint32_t index) const { return factors_[index]; }
  // The generator that the factor equals, if any.
  std::optional<std::size_t> generator_of(std::uint32_t factor) const;

  // Adds the relation generator^degree = value.
  void relate(std::size_t generator, std::uint32_t degree, Fraction value);

  Fraction constant(const Rational& value) const { return {Polynomial(ring_, value), {}}; }
  Fraction generator(std::size_t index) const { return {Polynomial::generator(ring_, index), {}}; }
  Fraction add(const Fraction& a, const Fraction& b);
  Fraction subtract(const Fraction& a, const Fraction& b);
  Fraction multiply(const Fraction& a, const Fraction& b);
  // Division by a fraction that is zero everywhere is undefined: the meter gives up.
  Fraction divide(const Fraction& a, const Fraction& b);
  Fraction power(const Fraction& a, std::int64_t exponent);
  // The product of the denominator's factors.
  Polynomial expand_denominator(const Fraction& a);

 private:
  struct Relation {
    std::uint32_t degree = 0;  // 0: no relation
    std::optional<Fraction> value;
  };

  std::uint32_t intern(const Polynomial& factor);
  Polynomial factor_power(std::uint32_t factor, std::uint32_t exponent);
  // Multiplies `a` by the factors that `target` has in addition to those of `from`.
  Polynomial raise(const Polynomial& a, const Fraction& from, const Fraction& target);
  void lower_powers(Fraction& a);
  void cancel(Fraction& a);

  Ring ring_;
  Meter* meter_;
  std::vector<Polynomial> factors_;
  std::vector<Relation> relations_;
};

}  // namespace noether::algebra::normal
