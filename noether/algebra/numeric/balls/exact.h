// Exact numbers that accompany the balls, so that values at boundaries are decided and not
// approximated.
//
// A number is a sum of at most kMaxTerms terms q * sqrt(n) * pi^k * e^m * i^s with rational q and
// square-free n. A sum whose terms all cancel is exactly zero; so 1/cos(pi/2) is undefined rather
// than a division by something very small. A number that does not have this form, or needs more
// than kMaxExactBits bits, is unknown; then only the ball is used.
#pragma once

#include <acb.h>

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "noether/algebra/expression/operators.h"
#include "noether/algebra/expression/rational.h"

namespace noether::algebra {

inline constexpr std::uint64_t kMaxExactBits = 512;

// The factor of a rational in a term: sqrt(radicand) * pi^pi * e^e, and i if imaginary.
struct ExactUnit {
  std::uint32_t radicand = 1;  // free of small squares
  std::int8_t pi = 0;
  std::int8_t e = 0;
  bool imaginary = false;

  friend bool operator==(const ExactUnit&, const ExactUnit&) = default;
};

class Exact {
 public:
  static constexpr std::size_t kMaxTerms = 4;

  using Unit = ExactUnit;
  struct Term {
    Rational coefficient;  // not zero
    Unit unit;
  };

  bool known() const { return known_; }
  std::span<const Term> terms() const { return std::span(terms_).first(count_); }
  void forget() { known_ = false; }
  void set_zero() {
    known_ = true;
    count_ = 0;
  }
  void set(const Exact& other);
  void set(const Rational& q, Unit unit = {});
  void set_int(std::int64_t q, Unit unit = {});

  bool is_zero() const { return known_ && count_ == 0; }
  // Returns whether the number is rational; zero is.
  bool is_rational() const {
    return known_ && (count_ == 0 || (count_ == 1 && terms_[0].unit == Unit{}));
  }
  // Requires is_rational().
  const Rational& rational() const { return count_ == 0 ? zero() : terms_[0].coefficient; }
  bool is_integer() const { return is_rational() && rational().is_integer(); }
  // Returns whether the number is known to have no imaginary, or no real, part.
  bool is_real() const;
  bool is_imaginary() const;

  // Writes the number into `ball` with about `bits` correct bits. The number must be known.
  void to_ball(acb_ptr ball, slong bits) const;

  // Adds q * unit; the number becomes unknown if it no longer fits the form.
  void add_term(const Rational& q, Unit unit);

 private:
  static const Rational& zero();

  std::array<Term, kMaxTerms> terms_;
  std::uint8_t count_ = 0;
  bool known_ = false;
};

// Each writes the result into `out`, which must not be an operand, and returns whether it is known.
// The operands must be known.
bool exact_add(const Exact& a, const Exact& b, Exact& out);
bool exact_subtract(const Exact& a, const Exact& b, Exact& out);
bool exact_multiply(const Exact& a, const Exact& b, Exact& out);
bool exact_divide(const Exact& a, const Exact& b, Exact& out);  // b must not be zero
bool exact_power(const Exact& base, std::int64_t exponent, Exact& out);

// Functions of exact numbers with exact values: roots of rationals, sines of fractions of pi and
// their inverses, powers of e, factorials.
//
// Each writes into `out`, which must not be an operand, and returns whether the result is known.
// The operands must be known and in the function's domain.

// Returns q if the number is q * pi (or q * pi * i, if `imaginary`); zero is such a number.
std::optional<Rational> multiple_of_pi(const Exact& a, bool imaginary = false);

// cos(q * pi), known for denominators that divide 12 and for 5.
bool exact_cosine_of_pi(const Rational& q, Exact& out);
bool exact_sine_of_pi(const Rational& q, Exact& out);
// Inverses on the table of exact_cosine_of_pi; real a in [-1, 1].
bool exact_acos(const Exact& a, Exact& out);
bool exact_asin(const Exact& a, Exact& out);
bool exact_atan(const Exact& a, Exact& out);

bool exact_sqrt(const Exact& a, Exact& out);
bool exact_exp(const Exact& a, Exact& out);
bool exact_ln(const Exact& a, Exact& out);
bool exact_log(const Exact& base, const Exact& a, Exact& out);
bool exact_modulus(const Exact& a, Exact& out);
// Accepts any known exponent, while exact_power takes integers.
bool exact_general_power(const Exact& base, const Exact& exponent, Exact& out);

}  // namespace noether::algebra
