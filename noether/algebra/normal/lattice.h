// The whole-number combinations of some vectors of rationals, and a basis of them.
//
// Exponents and angles are vectors: 2 a + b x/3 has coordinates along a and x b. All exponentials
// of an expression are monomials in the exponentials of a basis, and all its sines polynomials in
// the sines and cosines of one. The basis spans exactly the same lattice as the vectors, so a
// property that whole combinations inherit (being an integer where x^v is defined at negative x)
// holds for the basis too.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "noether/algebra/expression/expression.h"

namespace noether::algebra::normal {

// Nonzero coordinates, by the quantity (an expression) that they multiply.
using Combination = std::map<ExprId, Rational>;

struct Lattice {
  std::vector<Combination> basis;
  // For each given vector, its whole-number coordinates in the basis.
  std::vector<std::vector<std::int64_t>> coordinates;
};

// Vectors along independent directions are kept, divided only as far as needed; others get a
// reduced basis. Returns nothing if numbers become too large.
std::optional<Lattice> find_lattice(const std::vector<Combination>& vectors);

// As above, with an additional vector: 1 along `unit`. The basis starts with the shortest vector
// along `unit` alone, 1/n, and the others have a part along `unit` in [0, 1/n).
std::optional<Lattice> find_lattice_with_unit(const std::vector<Combination>& vectors, ExprId unit);

}  // namespace noether::algebra::normal
