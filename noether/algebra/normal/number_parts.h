// Parts of rational numbers and of units, into which powers and logarithms decompose numbers.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "noether/algebra/expression/rational.h"

namespace noether::algebra::normal {

// The primes of a positive rational and their exponents; a number too long to factor stays whole.
std::vector<std::pair<Rational, std::int64_t>> primes_of(const Rational& value);

inline Rational absolute(const Rational& value) { return value.sign() < 0 ? -value : value; }

// i^quarters = exp(i pi/2 times this), in (-2, 2].
inline int quarter_turn(std::int64_t quarters) {
  const auto turn = static_cast<int>(((quarters % 4) + 4) % 4);
  return turn == 3 ? -1 : turn;
}

}  // namespace noether::algebra::normal
