// Functions of exact numbers that have exact values: roots of rationals, sines of fractions of pi
// and their inverses, powers of e, factorials.
//
// Each writes into `out`, which must be no operand, and says whether the result is known. The
// operands are known and in the function's domain.
#pragma once

#include <optional>

#include "noether/algebra/numeric/balls/exact.h"

namespace noether::algebra {

// q when the number is q * pi (or q * pi * i, when asked for): zero is one.
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
// Any known exponent, where exact_power of exact.h takes integers.
bool exact_general_power(const Exact& base, const Exact& exponent, Exact& out);

}  // namespace noether::algebra
