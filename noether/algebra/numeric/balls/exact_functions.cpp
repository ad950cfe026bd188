#include "noether/algebra/numeric/balls/exact.h"

#include <cmath>
#include <deque>

namespace noether::algebra {
namespace {

bool unknown(Exact& out) {
  out.forget();
  return false;
}

void negate(const Exact& a, Exact& out) {
  out.set_zero();
  for (const Exact::Term& term : a.terms()) out.add_term(-term.coefficient, term.unit);
}

bool equal(const Exact& a, const Exact& b) {
  Exact difference;
  return exact_subtract(a, b, difference) && difference.is_zero();
}

// n = root^2 * rest, as far as small primes show it; nothing if the rest is too large for a
// radicand.
std::optional<std::uint32_t> take_squares(fmpz_t n, fmpz_t root) {
  fmpz_one(root);
  for (const ulong prime : {2UL, 3UL, 5UL, 7UL, 11UL, 13UL, 17UL, 19UL, 23UL, 29UL, 31UL}) {
    while (fmpz_divisible_si(n, static_cast<slong>(prime * prime)) != 0) {
      fmpz_divexact_ui(n, n, prime * prime);
      fmpz_mul_ui(root, root, prime);
    }
  }
  if (fmpz_cmp_ui(n, 1U << 20) > 0) return std::nullopt;
  return static_cast<std::uint32_t>(fmpz_get_ui(n));
}

// sqrt(|q|) = coefficient * sqrt(radicand).
bool rational_root(const Rational& q, Rational& coefficient, std::uint32_t& radicand) {
  fmpz_t product;
  fmpz_t root;
  fmpz_init(product);
  fmpz_init(root);
  // sqrt(p/d) = sqrt(p d)/d.
  fmpz_mul(product, fmpq_numref(q.raw()), fmpq_denref(q.raw()));
  fmpz_abs(product, product);
  bool known = true;
  if (fmpz_is_square(product) != 0) {
    fmpz_sqrt(root, product);
    radicand = 1;
  } else if (const auto rest = take_squares(product, root)) {
    radicand = *rest;
  } else {
    known = false;
  }
  if (known) fmpq_set_fmpz_frac(coefficient.raw(), root, fmpq_denref(q.raw()));
  fmpz_clear(product);
  fmpz_clear(root);
  return known;
}

// cos(t pi/12) for t = 0..6.
void cosine_of_twelfths(int t, Exact& out) {
  switch (t) {
    case 0:
      return out.set_int(1);
    case 2:
      return out.set(Rational(1, 2), {.radicand = 3});
    case 3:
      return out.set(Rational(1, 2), {.radicand = 2});
    case 4:
      return out.set(Rational(1, 2));
    case 6:
      return out.set_zero();
    default:
      out.set(Rational(1, 4), {.radicand = 6});
      out.add_term(Rational(t == 1 ? 1 : -1, 4), {.radicand = 2});
  }
}

// An angle in units of pi and the value of a function there.
struct TableEntry {
  Rational angle;
  Exact value;
};
using Table = std::deque<TableEntry>;  // Exact is not copyable

Table cosine_table() {
  Table table;
  const auto add = [&](const Rational& angle) {
    exact_cosine_of_pi(angle, table.emplace_back(TableEntry{angle, {}}).value);
  };
  for (int t = 0; t <= 12; ++t) add(Rational(t, 12));
  for (int t = 1; t <= 4; ++t) add(Rational(t, 5));
  return table;
}

Table tangent_table() {
  Table table;
  for (int t = -5; t <= 5; ++t) {
    Exact sine;
    Exact cosine;
    const Rational angle(t, 12);
    exact_sine_of_pi(angle, sine);
    exact_cosine_of_pi(angle, cosine);
    exact_divide(sine, cosine, table.emplace_back(TableEntry{angle, {}}).value);
  }
  return table;
}

bool look_up(const Table& table, const Exact& a, Exact& out) {
  // A quick rejection of the most frequent numbers.
  if (a.terms().size() > 2) return unknown(out);
  for (const auto& [q, unit] : a.terms()) {
    if (q.bits() > 3 || unit.pi != 0 || unit.e != 0 || unit.imaginary) return unknown(out);
  }
  for (const TableEntry& entry : table) {
    if (!equal(entry.value, a)) continue;
    out.set(entry.angle, {.pi = 1});
    return true;
  }
  return unknown(out);
}

}  // namespace

std::optional<Rational> multiple_of_pi(const Exact& a, bool imaginary) {
  if (a.is_zero()) return Rational();
  if (a.terms().size() != 1) return std::nullopt;
  const Exact::Term& term = a.terms()[0];
  if (term.unit != Exact::Unit{.pi = 1, .imaginary = imaginary}) return std::nullopt;
  return term.coefficient;
}

bool exact_cosine_of_pi(const Rational& q, Exact& out) {
  // Reduced to [0, 1], where cos(pi (2 - q)) = cos(pi q) and cos(pi (q + 2)) = cos(pi q).
  Rational turn = q - Rational(2) * (q / Rational(2)).floor();
  if (turn > Rational(1)) turn = Rational(2) - turn;
  const bool mirrored = turn > Rational(1, 2);
  if (mirrored) turn = Rational(1) - turn;
  Exact value;
  if (const auto fifths = (turn * Rational(5)).to_int(); fifths && *fifths != 0) {
    value.set(Rational(1, 4), {.radicand = 5});
    value.add_term(Rational(*fifths == 1 ? 1 : -1, 4), {});
  } else if (const auto twelfths = (turn * Rational(12)).to_int()) {
    cosine_of_twelfths(static_cast<int>(*twelfths), value);
  } else {
    return unknown(out);
  }
  if (mirrored) {
    negate(value, out);
  } else {
    out.set(value);
  }
  return true;
}

bool exact_sine_of_pi(const Rational& q, Exact& out) {
  return exact_cosine_of_pi(Rational(1, 2) - q, out);
}

bool exact_acos(const Exact& a, Exact& out) {
  static const Table table = cosine_table();
  return look_up(table, a, out);
}

bool exact_asin(const Exact& a, Exact& out) {
  Exact complement;
  if (!exact_acos(a, complement)) return unknown(out);
  out.set(Rational(1, 2) - multiple_of_pi(complement).value_or(Rational()), {.pi = 1});
  return true;
}

bool exact_atan(const Exact& a, Exact& out) {
  static const Table table = tangent_table();
  return look_up(table, a, out);
}

bool exact_sqrt(const Exact& a, Exact& out) {
  if (a.is_zero()) {
    out.set_zero();
    return true;
  }
  if (a.terms().size() != 1) return unknown(out);
  const auto& [q, unit] = a.terms()[0];
  if (unit.radicand != 1 || unit.imaginary || unit.pi % 2 != 0 || unit.e % 2 != 0) {
    return unknown(out);
  }
  Rational coefficient;
  std::uint32_t radicand = 1;
  if (!rational_root(q, coefficient, radicand)) return unknown(out);
  out.set(coefficient, {radicand, static_cast<std::int8_t>(unit.pi / 2),
                        static_cast<std::int8_t>(unit.e / 2), q.sign() < 0});
  return out.known();
}

bool exact_exp(const Exact& a, Exact& out) {
  std::int64_t power = 0;
  Exact turn;
  turn.set_int(1);
  for (const Exact::Term& term : a.terms()) {
    if (term.unit == Exact::Unit{}) {
      const auto integer = term.coefficient.to_int();
      if (!integer || std::abs(*integer) > 100) return unknown(out);
      power = *integer;
    } else if (term.unit == Exact::Unit{.pi = 1, .imaginary = true}) {
      Exact sine;
      Exact real;
      Exact i;
      Exact imaginary;
      if (!exact_cosine_of_pi(term.coefficient, real) ||
          !exact_sine_of_pi(term.coefficient, sine)) {
        return unknown(out);
      }
      i.set_int(1, {.imaginary = true});
      if (!exact_multiply(sine, i, imaginary) || !exact_add(real, imaginary, turn)) {
        return unknown(out);
      }
    } else {
      return unknown(out);
    }
  }
  Exact scale;
  scale.set_int(1, {.e = static_cast<std::int8_t>(power)});
  return exact_multiply(turn, scale, out);
}

bool exact_ln(const Exact& a, Exact& out) {
  if (a.terms().size() != 1) return unknown(out);
  const auto& [q, unit] = a.terms()[0];
  const auto direction = q.to_int();
  if (unit.radicand != 1 || unit.pi != 0 || !direction || std::abs(*direction) != 1) {
    return unknown(out);
  }
  // ln of 1, -1, i, -i is i times 0, pi, pi/2, -pi/2.
  const Rational turn = unit.imaginary ? Rational(*direction, 2) : Rational((1 - *direction) / 2);
  out.set_int(unit.e);
  out.add_term(turn, {.pi = 1, .imaginary = true});
  return out.known();
}

bool exact_log(const Exact& base, const Exact& a, Exact& out) {
  Exact numerator;
  Exact denominator;
  if (exact_ln(a, numerator) && exact_ln(base, denominator)) {
    return exact_divide(numerator, denominator, out);
  }
  if (!base.is_rational() || !a.is_rational() || base.rational().sign() <= 0 ||
      a.rational().sign() <= 0) {
    return unknown(out);
  }
  const double ratio = std::log(a.rational().to_double()) / std::log(base.rational().to_double());
  if (!std::isfinite(ratio) || std::abs(ratio) > 512 || std::abs(ratio) < 1.0 / 512) {
    return unknown(out);
  }
  const bool inverse = std::abs(ratio) < 1;
  const Rational exponent(std::llround(inverse ? 1 / ratio : ratio));
  const auto power = inverse ? Rational::power(a.rational(), exponent)
                             : Rational::power(base.rational(), exponent);
  if (!power || *power != (inverse ? base.rational() : a.rational())) return unknown(out);
  out.set(inverse ? Rational(1) / exponent : exponent);
  return true;
}

bool exact_modulus(const Exact& a, Exact& out) {
  Exact conjugate;
  conjugate.set_zero();
  for (const auto& [q, unit] : a.terms()) conjugate.add_term(unit.imaginary ? -q : q, unit);
  Exact square;
  return exact_multiply(a, conjugate, square) ? exact_sqrt(square, out) : unknown(out);
}

bool exact_general_power(const Exact& base, const Exact& exponent, Exact& out) {
  if (base.is_zero()) {
    out.set_zero();
    return true;
  }
  if (!exponent.is_rational()) return unknown(out);
  const Rational& power = exponent.rational();
  if (const auto integer = power.to_int()) return exact_power(base, *integer, out);
  if (base.is_rational() && base.rational().sign() > 0) {
    if (const auto value = Rational::power(base.rational(), power)) {
      out.set(*value);
      return out.known();
    }
  }
  if (const auto halves = (power * Rational(2)).to_int()) {
    Exact root;
    return exact_sqrt(base, root) ? exact_power(root, *halves, out) : unknown(out);
  }
  return unknown(out);
}

}  // namespace noether::algebra
