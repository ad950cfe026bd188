// Fractions of polynomials, reduced by algebraic relations between the generators.
//
// A denominator is kept as a product of factors from a table of the field, so that adding fractions
// needs no gcd, and so that "this must not be zero" is a list of irreducible polynomials. A
// relation says that a power of one generator is a fraction in other ones: i^2 = -1, sqrt(u)^2 = u,
// cos(a)^2 = 1 - sin(a)^2. A numerator has no power of a generator that its relation can lower.
//
// Soundness. Give the generators any values that satisfy the relations and make no denominator
// zero. Then every operation here computes what it says at those values: sums and products are
// those of the ring, a cancelled factor is not zero, and a relation is true. Cancelling forgets
// that a factor must not be zero, so a value may exist where the written expression has none, never
// the other way round. Hence a numerator 0 proves that the expression is 0 wherever it is defined.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "noether/algebra/normal/polynomial.h"

namespace noether::algebra::normal {

struct Fraction {
  Polynomial numerator;
  // Factor of the field and its exponent, ascending.
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
  // The generator that a factor is, when it is one.
  std::optional<std::size_t> generator_of(std::uint32_t factor) const;

  // generator^degree = value from now on.
  void relate(std::size_t generator, std::uint32_t degree, Fraction value);

  Fraction constant(const Rational& value) const { return {Polynomial(ring_, value), {}}; }
  Fraction generator(std::size_t index) const { return {Polynomial::generator(ring_, index), {}}; }
  Fraction add(const Fraction& a, const Fraction& b);
  Fraction subtract(const Fraction& a, const Fraction& b);
  Fraction multiply(const Fraction& a, const Fraction& b);
  // Division by what is zero everywhere has no value: the meter gives up.
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
  // Multiplies `a` by the factors that `target` has beyond `from`.
  Polynomial raise(const Polynomial& a, const Fraction& from, const Fraction& target);
  void lower_powers(Fraction& a);
  void cancel(Fraction& a);

  Ring ring_;
  Meter* meter_;
  std::vector<Polynomial> factors_;
  std::vector<Relation> relations_;
};

}  // namespace noether::algebra::normal
