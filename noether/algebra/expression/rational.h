// An exact rational number. Small ones are stored in two machine words, big ones on FLINT's heap.
#pragma once

#include <flint/fmpq.h>

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "noether/base/error.h"

namespace noether::algebra {

// Numbers that need more bits than this are not folded: 9^9^9^9 remains unevaluated.
inline constexpr std::uint64_t kMaxNumberBits = 4096;

// Only functions of a few instructions are inline: a temporary Rational is made and dropped in
// every second line of the normal forms, and files with many of them took minutes to compile.
class Rational {
 public:
  Rational() { fmpq_init(value_); }
  Rational(std::int64_t numerator, std::int64_t denominator = 1);  // NOLINT: a number is a number
  Rational(const Rational& other);
  Rational(Rational&& other) noexcept {
    fmpq_init(value_);
    fmpq_swap(value_, other.value_);
  }
  Rational& operator=(const Rational& other);
  Rational& operator=(Rational&& other) noexcept {
    fmpq_swap(value_, other.value_);
    return *this;
  }
  ~Rational();

  // Accepts `-12`, `3/4`, `1.25`; refuses anything else, and more digits than kMaxNumberBits hold.
  static base::Result<Rational> parse(std::string_view text);

  const fmpq* raw() const { return value_; }
  fmpq* raw() { return value_; }

  bool is_zero() const { return fmpq_is_zero(value_) != 0; }
  bool is_one() const { return fmpq_is_one(value_) != 0; }
  bool is_integer() const { return fmpz_is_one(fmpq_denref(value_)) != 0; }
  bool is_even_integer() const { return is_integer() && fmpz_is_even(fmpq_numref(value_)) != 0; }
  bool has_odd_denominator() const { return fmpz_is_odd(fmpq_denref(value_)) != 0; }
  int sign() const { return fmpq_sgn(value_); }
  std::uint64_t bits() const { return fmpq_height_bits(value_); }
  // The value as a machine integer if it fits.
  std::optional<std::int64_t> to_int() const;
  double to_double() const;
  std::string to_string() const;  // `-3/4`
  std::uint64_t hash() const;

  friend Rational operator+(const Rational& a, const Rational& b);
  friend Rational operator-(const Rational& a, const Rational& b);
  friend Rational operator*(const Rational& a, const Rational& b);
  // The divisor must not be zero.
  friend Rational operator/(const Rational& a, const Rational& b);
  friend Rational operator-(const Rational& a);
  friend bool operator==(const Rational& a, const Rational& b) {
    return fmpq_equal(a.value_, b.value_) != 0;
  }
  friend std::strong_ordering operator<=>(const Rational& a, const Rational& b) {
    return fmpq_cmp(a.value_, b.value_) <=> 0;
  }

  // base^exponent if it is rational and within kMaxNumberBits; absent for 0^negative and for an
  // irrational root. Rational exponents take the principal root of a positive base.
  static std::optional<Rational> power(const Rational& base, const Rational& exponent);
  Rational floor() const;
  Rational ceil() const;

 private:
  fmpq_t value_;
};

}  // namespace noether::algebra
